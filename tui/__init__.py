"""Everything that a person sees, and the front end for programs."""
