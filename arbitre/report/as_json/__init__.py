"""Reports as JSON, by the schemas in `arbitre/schemas/`."""
