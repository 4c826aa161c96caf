"""The query language: what a person types to a tree, and a tree back to text."""

from paperstui.index.query.asked import asked
from paperstui.index.query.language import FIELDS, LANGUAGE
from paperstui.index.query.parser import parse
from paperstui.index.query.writing import text_of

__all__ = ["FIELDS", "LANGUAGE", "asked", "parse", "text_of"]
