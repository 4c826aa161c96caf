"""Markup of texts: taken out on the way in, shown as styles on the way out."""
