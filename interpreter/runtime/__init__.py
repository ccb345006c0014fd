"""What knows nothing of rules: the random generator of the logs, counted work, processes, YAML with
places.
"""
