"""Best paths through the phones of clips, for many clips at once. See README.md beside this file."""
import numpy as np


def expand(states: list[tuple[int, bool]], least: int) -> tuple[np.ndarray, ...]:
    """Positions of a path: every phone `least` times one after the other, every pause (True) once.
    Returns each position's label, its state, and whether it may be stayed in, left out, and entered over a pause."""
    labels, owners, stays, pauses, begins = [], [], [], [], []
    for index, (label, optional) in enumerate(states):
        parts = 1 if optional else least
        for part in range(parts):
            labels.append(label)
            owners.append(index)
            stays.append(part == parts - 1)
            pauses.append(optional)
            begins.append(part == 0)
    skips = [place >= 2 and pauses[place - 1] and begins[place] for place in range(len(labels))]
    return np.array(labels), np.array(owners), np.array(stays), np.array(skips)


def viterbi(clips: list[tuple[np.ndarray, list[tuple[int, bool]], int]]) -> list[np.ndarray]:
    """State of every frame by the best path, of every clip: each phone for at least so many frames, pauses optional.
    clips: log likelihoods up to a constant of each frame (frames, classes), states, and the least frames of a phone."""
    parts = [expand(states, least) for _, states, least in clips]
    size, longest = len(clips), max(len(scores) for scores, *_ in clips)
    most = max(len(labels) for labels, *_ in parts)
    emit = np.full((longest, size, most), -np.inf, np.float32)
    # What it costs to stay at a position, and to enter it from the one before the last.
    stay, skip = np.full((2, size, most), -np.inf)
    for row, ((scores, *_), (labels, _, stays, skips)) in enumerate(zip(clips, parts)):
        emit[: len(scores), row, : len(labels)] = scores[:, labels]
        stay[row, : len(labels)][stays] = 0
        skip[row, : len(labels)][skips] = 0
    best = np.full((size, most + 2), -np.inf)
    here, before, earlier = best[:, 2:], best[:, 1:-1], best[:, :-2]
    here[:, :2] = emit[0, :, :2]
    back = np.zeros((longest, size, most), np.int8)
    lasts = np.array([len(scores) - 1 for scores, *_ in clips])
    ends = np.full((size, most), -np.inf)
    for frame in range(longest):
        if frame > 0:
            staying, entering, skipping = here + stay, before, earlier + skip
            choice = back[frame]
            found = np.maximum(staying, entering)
            np.greater(entering, staying, out=choice, casting="unsafe")
            choice[skipping > found] = 2
            here[:] = np.maximum(found, skipping) + emit[frame]
        done = lasts == frame
        ends[done] = here[done]
    paths = []
    for row, (labels, owners, *_) in enumerate(parts):
        final = ends[row]
        place = len(labels) - 1 if final[len(labels) - 1] >= final[len(labels) - 2] else len(labels) - 2
        path = np.zeros(lasts[row] + 1, np.int32)
        for frame in range(lasts[row], -1, -1):
            path[frame] = owners[place]
            place -= int(back[frame, row, place])
        paths.append(path)
    return paths
