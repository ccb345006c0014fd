"""What all commands share: their options and exit statuses."""
