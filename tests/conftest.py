"""What holds for all tests."""

import os

from hypothesis import settings

# The gate tries the same examples every time; make soak, or CUTCARD_EXAMPLES=random, draws others.
settings.register_profile("gate", derandomize=True)
settings.register_profile("random")
settings.load_profile(os.environ.get("CUTCARD_EXAMPLES", "gate"))
