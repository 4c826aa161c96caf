"""Formulas in LaTeX, read with pylatexenc and written as a person would in Unicode."""
