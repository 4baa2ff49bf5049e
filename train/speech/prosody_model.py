"""The prosody model: phones to pauses between words, durations and pitch, as native readers have them."""
import torch
from torch import nn

from model import INPUTS, LANGUAGES, Stack

WIDTH = 128
DILATIONS = [1, 2, 4, 8, 1]
# Of each phone: logarithm of its frames; pitch at its beginning, middle and end, in octaves above the session's mean.
OUTPUTS = 4


class Reader(nn.Module):
    """Numbers for every phone from the phones around it and the reader: phones (batch, INPUTS, phones), reader
    (batch, readers) and mask (batch, 1, phones) to (batch, outputs, phones)."""

    def __init__(self, readers: int, outputs: int, drop: float = 0.2):
        super().__init__()
        self.enter = nn.Conv1d(INPUTS, WIDTH, 1)
        self.reader = nn.Linear(readers, WIDTH)
        self.stack = Stack(WIDTH, 5, DILATIONS, drop)
        self.out = nn.Conv1d(WIDTH, outputs, 1)

    def forward(self, phones: torch.Tensor, reader: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        x = self.enter(phones) + self.reader(reader)[:, :, None]
        return self.out(self.stack(x, mask) * mask)


class Prosody(nn.Module):
    def __init__(self, readers: int):
        super().__init__()
        # Pauses are decided first, on phones without pauses: log odds of a pause after each phone that ends a word, and
        # the logarithm of its frames.
        self.pauses = Reader(readers, 2)
        self.timing = Reader(readers, 1)
        self.melody = Reader(readers, 3)
