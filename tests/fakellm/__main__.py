"""Start: ``python -m fakellm``, or ``python path/to/fakellm`` from anywhere."""

import sys
from pathlib import Path

if not __package__:  # started by path: the package is not yet on the search path
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from fakellm.cli import main

sys.exit(main())
