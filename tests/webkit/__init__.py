"""The real pages in WebKit, the engine of Safari, as Debian packages it; without Safari's own voices and cameras.

- ``window``: a bare window of it, a program of its own for the Python that has its bindings.
- ``browser``: drives that window on a screen that nobody sees, and says what is to be installed for it.

``python -m tests.webkit``, or ``make webkit``, opens each page as narrow and as wide as screens are, looks whether it
fits and its controls can be reached, and fails where that is not so or where anything was complained about.
"""
