"""Command line of the example."""

import argparse
import os


def main() -> None:
    """Parse the arguments and tell what would be done."""
    parser = argparse.ArgumentParser(prog="shelf")
    parser.add_argument("--max-workers", type=int, default=4, help="books fetched at once")
    parser.add_argument("--covers", action="store_true", help="fetch covers too")
    parser.add_argument("isbn", nargs="*")
    args = parser.parse_args()
    folder = os.environ.get("SHELF_CACHE_DIR", ".shelf")
    print(f"{len(args.isbn)} books, {args.max_workers} at once, into {folder}")
