"""What commands do, without a terminal: each returns data, for reports and for the Python API alike."""
