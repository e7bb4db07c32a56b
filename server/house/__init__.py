"""The house: everybody who is in it, its lobby, and what each of them may ask for."""
