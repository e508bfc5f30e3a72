"""What to search for, and whether it suffices: by rule, or by a chat model that has read what was found."""
