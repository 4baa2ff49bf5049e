"""Batches of clips of like length, so that little of a batch is padding."""
import random
from typing import Callable, TypeVar

Item = TypeVar("Item")


def grouped(items: list[Item], length_of: Callable[[Item], int], most: int, jitter: float, seed: int) -> list[list[Item]]:
    """Items in groups whose longest times their number is at most `most`, in an order of its own for every seed.
    `jitter`: lengths that differ by less may change places from seed to seed."""
    rng = random.Random(seed)
    ordered = sorted(items, key=lambda item: length_of(item) + rng.random() * jitter)
    groups, group = [], []
    for item in ordered:
        if group and length_of(item) * (len(group) + 1) > most:
            groups.append(group)
            group = []
        group.append(item)
    groups.append(group)
    rng.shuffle(groups)
    return groups
