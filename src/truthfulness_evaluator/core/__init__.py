"""Configuration, grading, errors and protocols: what every other package may build on."""
