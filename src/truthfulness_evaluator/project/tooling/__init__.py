"""What the tools of a project know by name: targets of make, environments of tox, scripts of npm and the like."""
