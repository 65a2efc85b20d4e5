"""Stage 1: text becomes YAML nodes with exact places, overlays are merged in, the shape is checked."""

from rulewright.document.nodes import Entry, Mapping, Node, Piece, Scalar, Sequence, Woven, source_of
from rulewright.document.overlay import Merged, blame_removed, merge, merge_all
from rulewright.document.overlay_history import Change, Removed
from rulewright.document.overlay_paths import find_path, names_at
from rulewright.document.read_yaml import read_yaml
from rulewright.document.shape import check_shape

__all__ = [
    "Change",
    "Entry",
    "Mapping",
    "Merged",
    "Node",
    "Piece",
    "Removed",
    "Scalar",
    "Sequence",
    "Woven",
    "blame_removed",
    "check_shape",
    "find_path",
    "merge",
    "merge_all",
    "names_at",
    "read_yaml",
    "source_of",
]
