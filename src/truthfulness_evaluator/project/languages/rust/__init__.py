"""Rust: items with their attributes, command lines (clap, structopt, own tables), settings (serde) and environment."""
