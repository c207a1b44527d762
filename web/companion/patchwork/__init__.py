"""Patchwork at the table: its ``custom``, with ``sewing``, which is how it lies there, and ``hindsight`` of what nobody
saw; and its ``reading`` by the ``circle``, which tells patches apart that look alike, without leather that is
``unearned`` and with patience for what is ``overdue``.
"""
