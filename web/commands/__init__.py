"""The commands of ``polyref``, one module each; ``web.cli`` puts them together."""
