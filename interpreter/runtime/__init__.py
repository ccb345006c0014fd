"""What knows nothing of rules: the random generator of logs, counted work, processes, YAML."""
