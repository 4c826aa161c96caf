"""The terminal interface of paperstui and its command line."""
