"""The acoustic model: phones with their tones, durations and pitch to the cepstra of the vocoder. Non-autoregressive and convolutional, after FastSpeech 2 (Ren et al. 2021, arXiv 2006.04558);
phones are given by phonological features, so that every speaker can say the phones of every language."""
import torch
from torch import nn
from torch.nn import functional as F

from phones import NAMES

CEPSTRA = 18
TONES = ["-", "H", "M", "L", "HL", "LH"]
# Features of a phone beyond its phonology: tone (one-hot), stress 1 and 2, first and last of its word, phrase break
# after, sentence end by kind (statement, question, exclamation), nucleus of its syllable.
EXTRAS = len(TONES) + 2 + 2 + 1 + 3 + 1
INPUTS = len(NAMES) + EXTRAS
LANGUAGES = ["en", "am", "ha", "ig", "yo", "pcm"]
SPEAKER_SIZE = 16


class ChannelNorm(nn.Module):
    """Layer normalisation over channels, (batch, width, time) to the same. It transposes nothing: the gradient of a
    convolution is wrong where the gradient that comes to it is not contiguous (PyTorch 1.13 without MKL-DNN)."""

    def __init__(self, width: int):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1, width, 1))
        self.bias = nn.Parameter(torch.zeros(1, width, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        centred = x - x.mean(1, keepdim=True)
        variance = (centred * centred).mean(1, keepdim=True)
        return centred * torch.rsqrt(variance + 1e-5) * self.weight + self.bias


class Block(nn.Module):
    """Residual convolution with layer normalisation over channels; (batch, width, time) to the same."""

    def __init__(self, width: int, kernel: int, dilation: int, drop: float):
        super().__init__()
        self.conv = nn.Conv1d(width, width, kernel, padding=kernel // 2 * dilation, dilation=dilation)
        self.norm = ChannelNorm(width)
        self.drop = drop

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        y = F.gelu(self.conv(x * mask))
        y = self.norm(y)
        return x + F.dropout(y, self.drop, self.training)


class Stack(nn.Module):
    def __init__(self, width: int, kernel: int, dilations: list[int], drop: float = 0.1):
        super().__init__()
        self.blocks = nn.ModuleList(Block(width, kernel, dilation, drop) for dilation in dilations)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = block(x, mask)
        return x


class Encoder(nn.Module):
    """Phones (batch, INPUTS, phones) and a speaker (batch, SPEAKER_SIZE) to states (batch, width, phones)."""

    def __init__(self, width: int, layers: int):
        super().__init__()
        self.enter = nn.Conv1d(INPUTS, width, 1)
        self.speaker = nn.Linear(SPEAKER_SIZE, width)
        self.stack = Stack(width, 5, [1] * layers)

    def forward(self, phones: torch.Tensor, speaker: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        x = self.enter(phones) + self.speaker(speaker)[:, :, None]
        return self.stack(x, mask)


class Decoder(nn.Module):
    """Encoded phones spread over frames, with their place, pitch and voicing of the phone, to cepstra and voicing."""

    PLACES = 4

    def __init__(self, encoded: int, width: int, dilations: list[int]):
        super().__init__()
        self.enter = nn.Conv1d(encoded + self.PLACES, width, 1)
        self.speaker = nn.Linear(SPEAKER_SIZE, width)
        self.stack = Stack(width, 3, dilations, 0.05)
        self.out = nn.Conv1d(width, CEPSTRA + 1, 1)

    def forward(self, frames, speaker, mask):
        x = self.enter(frames) + self.speaker(speaker)[:, :, None]
        return self.out(self.stack(x, mask) * mask)


class Acoustic(nn.Module):
    def __init__(self, speakers: int, sessions: int, encoder: int = 192, decoder: int = 192):
        super().__init__()
        self.speakers = nn.Embedding(speakers, SPEAKER_SIZE)
        # A session has a microphone, a room and noise of its own: what its clips share is learned here, so that it is
        # no part of the speaker. Row 0 stands for "unknown" and stays zero.
        self.sessions = nn.Embedding(sessions + 1, SPEAKER_SIZE, padding_idx=0)
        nn.init.zeros_(self.sessions.weight)
        self.encoder = Encoder(encoder, 4)
        self.reduce = nn.Conv1d(encoder, 96, 1)
        self.decoder = Decoder(96, decoder, [1, 2, 4, 8, 1, 2, 4, 8])


class Critic(nn.Module):
    """Tells recorded frames from the model's, given what is said: cepstra and voicing (batch, CEPSTRA + 1, frames) to
    the states of its layers and its judgement of every fourth frame."""

    STRIDES = [1, 2, 2]

    def __init__(self, encoded: int = 96, width: int = 96):
        super().__init__()
        self.given = nn.Conv1d(encoded, width, 1)
        self.layers = nn.ModuleList(
            nn.Conv1d(CEPSTRA + 1 if index == 0 else width, width, 5, stride, 2)
            for index, stride in enumerate(self.STRIDES)
        )
        self.out = nn.Conv1d(width, 1, 3, padding=1)

    def forward(self, frames, encoded, index, mask) -> list[torch.Tensor]:
        said = torch.gather(self.given(encoded), 2, index[:, None, :].expand(-1, self.given.out_channels, -1))
        states, x = [], frames
        for number, layer in enumerate(self.layers):
            x = layer(x) + (said * mask if number == 0 else 0)
            x = F.leaky_relu(x, 0.2)
            states.append(x)
        return [*states, self.out(x)]


def spread(encoded: torch.Tensor, index: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    """States of phones on the frames where they are heard. index: (batch, frames), phone of each frame; places:
    (batch, PLACES, frames)."""
    states = torch.gather(encoded, 2, index[:, None, :].expand(-1, encoded.shape[1], -1))
    return torch.cat([states, places], 1)
