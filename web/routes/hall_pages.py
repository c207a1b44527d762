"""The hall on a page: all tables at a glance, opening another one, and closing one."""

from flask import Blueprint, Flask, current_app, render_template

from web.hall.hall import Hall
from web.hall.overview import tables_shown
from web.routes.answering import Answer, asked, body_of
from web.routes.rights import Right, needs

hall_pages = Blueprint("hall", __name__)


@hall_pages.get("/hall")
@needs(Right.LOOK)
def overview() -> str:
    """All tables; the page asks for itself anew as long as it is looked at."""
    return render_template("hall.html", tables=tables_shown(_hall().tables))


@hall_pages.post("/api/hall")
@needs(Right.HOST)
def open_table() -> Answer:
    """Opens another table; the answer holds its ``number``."""
    body_of()
    opened: dict[str, int] = {}
    answer, status = asked(lambda: opened.update(number=_hall().open()))
    return {**answer, **opened}, status


@hall_pages.post("/api/hall/<int(max=999):number>/close")
@needs(Right.HOST)
def close_table(number: int) -> Answer:
    """Closes a table; its matches are kept."""
    body_of()
    return asked(lambda: _hall().close_table(number))


def know_tables(app: Flask) -> None:
    """Tells every page whether there are several tables, so that it leads to all of them."""
    app.context_processor(lambda: {"several": len(app.extensions["polyref-hall"].tables) > 1})


def _hall() -> Hall:
    hall: Hall = current_app.extensions["polyref-hall"]
    return hall
