"""Models that tell whether a text supports a claim, contradicts it or leaves it open (natural language inference)."""
