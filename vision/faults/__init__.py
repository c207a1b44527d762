"""What lies wrongly: on others, off the cells, over the edge.

What lies on others is higher than what is around it: a network sees the ``steps`` down from it. ``thick`` tells all
that of thick pieces, by ``overlap`` and ``askew`` besides; ``thin`` of thin ones, by what they leave of others
(``remnant``), by how far they lie off the cells (``offset``), by their ``silhouette`` (``likeness``) and, in a live
game, by that of the ``newcomer``.
"""
