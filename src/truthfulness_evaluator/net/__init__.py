"""See the design: fetches from hosts that a user has not chosen, so that this cannot be turned against the user."""
