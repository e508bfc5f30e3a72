"""The report as one page for a browser: the documents as they read, their claims marked, and a card for each claim."""
