"""Reports in one format or another: one pure formatter a file, listed in `reporting.table`."""
