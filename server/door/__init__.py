"""The door: who may connect, who it is, and the way between a client and its front end."""
