"""Where a widget lives: in Jupyter, carried by anywidget, or on a plain page, carried by nothing but the page's own messages.

This is the only place that chooses: where anywidget is installed, a widget is one of its kind.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING or find_spec("anywidget"):
    from mam_widgets.shared.jupyter import JupyterHost as Host
    from mam_widgets.shared.jupyter import make_field
else:
    from mam_widgets.shared.page import PageHost as Host
    from mam_widgets.shared.page import make_field

__all__ = ["Host", "make_field"]
