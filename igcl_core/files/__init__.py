"""Files from anywhere and to anywhere: read without trust, written whole."""

from igcl_core.files.regular_file import read_regular
from igcl_core.files.whole_file import reason, write_whole

__all__ = ["read_regular", "reason", "write_whole"]
