"""Readers: one module a file format, each turning a file into papers and problems."""
