"""The prosody model: phones to pauses between words, durations and pitch, as native readers have them."""
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from model import INPUTS, Stack

DROP = 0.3


def mask_of(phones: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    """(batch, 1, phones): 1 where a text has a phone, 0 beyond its end."""
    return (torch.arange(phones.shape[2])[None] < lengths[:, None]).float()[:, None]


class Reader(nn.Module):
    """Numbers for every phone from the phones around it and the reader: phones (batch, INPUTS, phones), reader
    (batch, readers) and lengths (batch,), the number of phones of each text, to (batch, outputs, phones). Convolutional:
    it sees some thirty phones on either side."""

    def __init__(self, readers: int, outputs: int, width: int = 192, dilations: tuple[int, ...] = (1, 2, 4, 8, 1)):
        super().__init__()
        self.enter = nn.Conv1d(INPUTS, width, 1)
        self.reader = nn.Linear(readers, width)
        self.stack = Stack(width, 5, list(dilations), DROP)
        self.out = nn.Conv1d(width, outputs, 1)

    def states(self, phones: torch.Tensor, reader: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.stack(self.enter(phones) + self.reader(reader)[:, :, None], mask) * mask

    def forward(self, phones: torch.Tensor, reader: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        return self.out(self.states(phones, reader, mask_of(phones, lengths)))


class ContiguousGradient(torch.autograd.Function):
    """Leaves values as they are, and gives the gradient on in one piece of memory: see ChannelNorm in model.py."""

    @staticmethod
    def forward(context, x):
        return x.clone()

    @staticmethod
    def backward(context, gradient):
        return gradient.contiguous()


class RecurrentReader(Reader):
    """The same with few convolutions and a recurrent network in both directions (GRU, Cho et al. 2014,
    arXiv 1406.1078), which sees the whole text: how long it has gone on, and what is still to come."""

    def __init__(self, readers: int, outputs: int, width: int = 128, size: int = 96):
        super().__init__(readers, outputs, width, (1, 2))
        self.recurrent = nn.GRU(width, size, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(DROP)
        self.out = nn.Linear(2 * size, outputs)

    def forward(self, phones: torch.Tensor, reader: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        x = self.states(phones, reader, mask_of(phones, lengths))
        x = self.drop(ContiguousGradient.apply(x) if self.training else x).transpose(1, 2)
        if len(lengths) == 1:
            states, _ = self.recurrent(x)
        else:
            packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
            states, _ = pad_packed_sequence(self.recurrent(packed)[0], batch_first=True, total_length=phones.shape[2])
        return self.out(self.drop(states)).transpose(1, 2)


class Mean(nn.ModuleList):
    """The mean of what several readers say, each trained by itself, so that their errors partly cancel."""

    def forward(self, *inputs: torch.Tensor) -> torch.Tensor:
        return torch.stack([member(*inputs) for member in self]).mean(0)


class Prosody(nn.Module):
    def __init__(self, readers: int):
        super().__init__()
        # Pauses are decided first, on phones without pauses: log odds of a pause after each phone that ends a word, and
        # the logarithm of its frames.
        self.pauses = RecurrentReader(readers, 2)
        # Logarithm of the frames of each phone.
        self.timing = RecurrentReader(readers, 1)
        # Pitch in the three thirds of each phone, in octaves above the session's mean.
        self.melody = Mean([Reader(readers, 3), RecurrentReader(readers, 3)])
