"""Search services: one query, results or an error, at a bearable pace and by the next service where one fails."""
