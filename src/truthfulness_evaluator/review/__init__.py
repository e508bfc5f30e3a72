"""What people decide on claims that machines are not sure of."""
