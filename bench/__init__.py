"""Measurements of paperstui against its peers; run from a checkout."""
