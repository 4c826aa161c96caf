"""What references can be written in."""

TEXT, MARKDOWN, HTML = "text", "markdown", "html"
MARKUPS = (TEXT, MARKDOWN, HTML)
