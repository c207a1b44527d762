"""The table top: its colour at any point."""

import numpy as np

from referee.grid import GridSize
from vision.simulated.colour import Picture32, grey, tinted
from vision.simulated.noise import grain
from vision.simulated.scene import Table


def table_colour(table: Table, grid: GridSize, x: Picture32, y: Picture32, footprint: Picture32) -> Picture32:
    """Linear BGR of the bare table at board points; ``footprint`` is the size of a pixel there in cells, below
    which nothing is drawn."""
    turn = np.radians(table.turn_deg)
    x, y = x - np.float32(grid.cols / 2), y - np.float32(grid.rows / 2)
    u = x * np.float32(np.cos(turn)) + y * np.float32(np.sin(turn))
    v = y * np.float32(np.cos(turn)) - x * np.float32(np.sin(turn))
    weight, wear = _pattern(table, u, v, footprint)
    fade = np.clip(0.12 / footprint, 0, 1)
    colour = tinted(1 - weight, table.main) + tinted(weight, table.second)
    colour *= grey(1 + wear * fade)
    left, top, right, bottom = table.reach
    on_table = (u > -left) & (u < right) & (v > -top) & (v < bottom)
    colour[~on_table] = table.floor
    return np.asarray(np.clip(colour, 0.003, 1), np.float32)


def _pattern(table: Table, u: Picture32, v: Picture32, footprint: Picture32) -> tuple[Picture32, Picture32]:
    """Share of the second colour, and how much lighter or darker the grain is."""
    seed, strength = table.texture_seed, np.float32(table.grain)
    if table.table in ("wood", "planks"):
        return _wood(table, u, v, footprint)
    if table.table == "cloth-stripes":
        across = u / table.period
        broad = _band(across, footprint / table.period)
        thin = np.clip((0.05 - np.abs((across * 2 + 0.5) % 1 - 0.5)) * table.period / footprint + 0.5, 0, 1)
        return np.maximum(broad, 0.5 * thin), strength * 0.08 * grain(u, v, seed, 25)
    fine = grain(u, v, seed) * 0.5 + grain(u, v, seed + 1, 3.1) * 0.5
    if table.table == "cloth-checks":
        bands = _band(u / table.period, footprint / table.period) + _band(v / table.period, footprint / table.period)
        return bands / 2, strength * 0.1 * grain(u, v, seed, 25) * (1 + 0.3 * fine)
    if table.table == "cardboard":
        return 0.5 + 0.2 * grain(u * 0.2, v, seed, 2), strength * 0.14 * fine + 0.05 * grain(u, v * 0.1, seed, 9)
    if table.table == "cloth-plain":
        return 0.8 + 0 * u, strength * 0.14 * grain(u, v, seed, 22) + 0.03 * fine
    return 0.1 * grain(u, v, seed, 0.3), strength * 0.03 * fine


def _wood(table: Table, u: Picture32, v: Picture32, footprint: Picture32) -> tuple[Picture32, Picture32]:
    seed, bend = table.texture_seed, 0.35 * grain(u * 0.02, v * 0.15, table.texture_seed, 2)
    plank = np.floor(v / table.period) if table.table == "planks" else np.zeros_like(v)
    shift = np.mod(plank * 7.31, 5) * 3
    rings = 0.5 + 0.5 * np.sin((v + bend + shift) * (2.2 + table.grain) + 2 * grain(u * 0.03, v * 0.2, seed + 2, 2))
    fibre = grain(u * 0.12, v * 1.6, seed + 3) * 0.6 + grain(u * 0.04, v * 0.7, seed + 4) * 0.4
    wear = table.grain * 0.12 * fibre
    if table.table == "planks":
        wear = wear + 0.12 * np.sin(plank * 12.9898 + np.floor((u + shift * 2) / (table.period * 5)) * 78.233)
        apart = np.minimum(np.abs((v / table.period) % 1 - 0.5), 1)
        wear = wear - 0.6 * np.clip(1 - (0.5 - apart) * table.period / np.maximum(0.06, footprint), 0, 1)
        along = (u + shift * 2) / (table.period * 5)
        gap = (0.5 - np.abs(along % 1 - 0.5)) * table.period * 5
        wear = wear - 0.5 * np.clip(1 - gap / np.maximum(0.06, footprint), 0, 1)
    return np.clip(table.grain * 0.8 * rings**2 + 0.1 * fibre, 0, 1).astype(np.float32), wear.astype(np.float32)


def _band(across: Picture32, soft: Picture32) -> Picture32:
    """Every other band 1, with edges ``soft`` wide; where that is too wide the mean."""
    edge = np.clip((0.25 - np.abs(across % 1 - 0.5)) / np.maximum(soft, 1e-3) + 0.5, 0, 1)
    return np.where(soft > 0.7, 0.5, edge).astype(np.float32)
