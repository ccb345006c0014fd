"""Reports as text, on a page with a width and colours."""
