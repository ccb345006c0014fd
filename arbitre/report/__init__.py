"""What commands return, rendered: as text for people, as JSON for programs."""
