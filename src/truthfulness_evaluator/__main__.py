"""`python -m truthfulness_evaluator`: the command line."""

import sys

from truthfulness_evaluator.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())
