"""The books: what is kept on disk, and what others can check of it."""
