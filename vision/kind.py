"""What differs from game to game for the eyes: which network knows the pieces, and what tells one from another.

The way of a picture is the same for all games; whatever asks "which game?" in it asks here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

STRIPED_KIND = "hexomino"
"""The pieces of Polyssimo of this kind are painted in black and white, the others in a colour each."""
PLAIN, PATTERNED = 0, 1
"""The numbers of the paints of Polyssimo: in a colour, or striped."""
COLOURS = ("blue", "yellow", "red", "green")
"""The colours of Blokus, in the order of its network's further outputs."""
LEATHER = "leather"
STUFFS = ("cloth", LEATHER)
"""The same of Patchwork."""
USUAL_THICKNESS = 0.75
"""Of wooden pieces, in cells: they are about 0.5 to 1 cell thick."""
LARGE = 3.4
"""Log-odds against a shape of six squares that is in no set, beside one of five: there are 25 of them instead of three,
which is 2.1; and no edition is known to have any, while two patches of one print side by side often look like one. With
2.1, 3.4 and 5.3 of 300 simulated quilts 133, 133 and 136 were read exactly, and 62, 59 and 55 patches wrong."""
FEWEST_LOOKS = 2
"""So many are taken where a look is careful."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """The ``network`` that tells where a top is a step above that beside it, and the evidence (log-odds) for a piece on
    others: by ``each`` log-odds of steps all round it, less what is seams, and where that is nought. So much of what is
    seen round other pieces, ``usually`` (in the median) and ``at_most``, is seams: in some pictures those between thin
    pieces are black, or wide open.

    They are from logistic regressions: over the pieces of 120 and 60 simulated pictures of Patchwork and Blokus with
    one on others, 100 without in Patchwork, and of rendered photographs; for thick pieces, of 100 with one on others
    and 70 of all kinds (1.23 and 3.69: less is taken, for what else is seen of them tells much of the same). How rare
    such pieces are is not in them."""

    network: str
    each: float
    anyway: float
    usually: float = 0.8
    at_most: float = 0.7


@dataclass(frozen=True, slots=True)
class ByRelief:
    """The evidence (log-odds) that a cell is filled which looks like filled ones: so much for ``each`` log-odds of the
    mean place in it, and that where it looks as much like bare ones (see ``vision.cells.lookalike``). From logistic
    regressions over the cells of 200 and 600 simulated pictures of Blokus and Patchwork, but those with a fault."""

    each: float
    anyway: float


@dataclass(frozen=True, slots=True)
class Networks:
    """The networks (the names of their files) that tell what the cells show, ``scale`` pixels of each.

    The ``first`` one knows the pieces. The ``second``, trained otherwise, is asked besides where a look is careful,
    since two seldom err alike (without one the same is asked again): as many ``looks`` in all, turned and mirrored.
    Whether cells are filled the ``filled`` one is asked besides, if there is one that errs less in that. Where a look
    is not careful, and where boards and lattices are tried, the ``quick`` one is asked instead, which costs less or
    errs less in that.

    Where the board is burnt out, every other pair of looks is at what a shorter exposure would show, all light to the
    power ``darker`` (as it is if that is 1): translucent pieces look much like a board that is too light.
    """

    first: str
    second: str | None = None
    quick: str | None = None
    filled: str | None = None
    looks: int = FEWEST_LOOKS
    scale: int = 16
    darker: float = 1.0


@dataclass(frozen=True, slots=True)
class Odds:
    """How much what is seen counts, and what speaks against a piece whatever is seen, in log-odds but where said.

    No single cell or border counts for more than ``cap``: evidence is never that independent. ``trust`` is the share of
    their sum that counts where all is clear, for they err together; it is divided by one and ``wary`` (a number) for
    each error that is to be expected. ``rare`` speaks against any one piece lying in any one place: many small pieces
    would else explain as much as few large ones; ``hanging`` against one that hangs over the edge. Because editions
    differ, shapes that are not in the set are read too: ``strange`` speaks against each of those of two squares, of
    three and so on.
    """

    cap: float = 6.0
    trust: float = 0.6
    wary: float = 0.0
    rare: float = 0.0
    hanging: float = 0.0
    strange: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """How the equipment of a game is seen, and how much what is seen counts."""

    networks: Networks
    steps: Stepped
    """How a piece on others is known: by the steps down from it all round."""
    odds: Odds = Odds()
    by_relief: ByRelief | None = None
    """What cells count that look like filled ones by their relief, where that tells."""
    boards: int = 1
    """So many lie side by side: one, or one for each player."""
    by_lines: bool = False
    """Boards are found by lines and cells alone, or else as a network knows them as a whole."""
    reminded: bool = False
    """The board looks much like its pieces: the watcher is reminded what it looked like while it was bare."""
    thickness: float | None = None
    """Of the pieces, in cells; None where it is measured in the picture, which thin ones need not be."""
    paints: tuple[str, ...] = ()
    """The further outputs of the networks, by which they tell pieces apart."""
    alike: bool = False
    """The paints are the players' colours: all pieces of a player are alike, and the rules keep them from lying side by
    side."""
    plain: bool = False
    """The board is of one colour, so that cells of another are filled."""
    glossy: bool = False
    """Pieces mirror lamps, and the board hardly does."""
    crowded: bool = False
    """Pieces that look alike lie side by side, so that a part of the board may have more explanations than are listed;
    then it is weighed what may lie instead of each piece."""
    nested: bool = False
    """What is seen of a piece whose rest is hidden may look like another piece."""
    thick: bool = False
    """A piece on others is looked for one level up, and one askew on a lattice of its own."""
    uniform: bool = False
    """A piece bears one colour or one pattern, so that its cells have that in common."""


POLYSSIMO = Kind(
    Networks("observer", second="observer2", quick="observer8"),
    Stepped("polyssimo_steps8", 1.1, 2.3, usually=0.0, at_most=0.0),
    by_lines=True,
    thick=True,
    uniform=True,
)
KINDS: Mapping[str, Kind] = {
    "polyssimo": POLYSSIMO,
    "polyssimo-puzzle": replace(POLYSSIMO, odds=Odds(hanging=2.0)),
    "blokus": Kind(
        Networks("blokus8", second="blokus28", looks=8, darker=3.0),
        Stepped("blokus_steps8", 1.52, -5.15),
        Odds(cap=8.0, hanging=4.0),
        ByRelief(8.4, 0.5),
        reminded=True,
        thickness=0.25,
        paints=COLOURS,
        alike=True,
        glossy=True,
        crowded=True,
        nested=True,
    ),
    "patchwork": Kind(
        Networks(
            "seams28",
            second="seams8",
            quick="patchwork8",
            filled="patchwork8",
            looks=8,
            scale=32,  # pieces of the same print meet in a fine line only
        ),
        Stepped("patchwork_steps8", 1.08, -3.23),
        Odds(cap=8.0, trust=2.5, wary=1.0, rare=2.0, hanging=4.0, strange=(0.0, 0.0, 0.0, 0.0, LARGE)),
        ByRelief(4.4, 1.7),
        boards=2,
        reminded=True,
        thickness=0.1,
        plain=True,
        crowded=True,
        nested=True,
        paints=STUFFS,
    ),
}
