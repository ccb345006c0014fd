"""What all commands share: their group, options and exit statuses."""
