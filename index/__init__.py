"""The library of paperstui: everything that is not a screen."""
