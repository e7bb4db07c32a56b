"""Text: its words in each language, its cleaning, its width; no Textual here."""
