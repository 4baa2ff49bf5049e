"""What the networks of long short-term memory have in common that src/speech/languages/common/recurrent-layers.ts reads."""

import torch
from torch import nn

# A weight of 1 in the 16-bit integers of a file.
STEP = 4096


def states_of(layers: nn.LSTM, vectors: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    """States after each input, those of the way forward and of the way back side by side; vectors: sequences x inputs x size."""
    packed = nn.utils.rnn.pack_padded_sequence(vectors, lengths, batch_first=True, enforce_sorted=False)
    return nn.utils.rnn.pad_packed_sequence(layers(packed)[0], batch_first=True)[0]


def step(network: nn.Module, odds: torch.Tensor, labels: torch.Tensor, weights: torch.Tensor, optimiser, schedule) -> float:
    """Learns once from log odds and what they should be, each counted by its weight; returns the loss."""
    losses = nn.functional.binary_cross_entropy_with_logits(odds, labels, reduction="none")
    loss = (losses * weights).sum() / weights.sum()
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1)
    optimiser.step()
    schedule.step()
    return loss.item()


def matrices_of(layers: nn.LSTM) -> list[torch.Tensor]:
    """Of each layer and direction the weights of the input, of the state and the bias."""
    matrices = []
    for layer in range(layers.num_layers):
        for back in ("", "_reverse"):
            name = f"l{layer}{back}"
            parts = {part: getattr(layers, f"{part}_{name}") for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
            matrices += [parts["weight_ih"], parts["weight_hh"], parts["bias_ih"] + parts["bias_hh"]]
    return matrices


def rounded(matrices: list[torch.Tensor]) -> bytes:
    """The weights of matrices, one after the other, as 16-bit integers, least byte first."""
    flat = torch.cat([matrix.detach().flatten() for matrix in matrices])
    return (flat * STEP).round().clamp(-32768, 32767).to(torch.int16).numpy().astype("<i2").tobytes()
