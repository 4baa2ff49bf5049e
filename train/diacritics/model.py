"""The model: letters make words, words see the whole stretch, and forms of the lexicon are scored."""

import torch
from torch import nn
from torch.nn import functional as F

FIRST_ROW, LETTER_COUNT, MARK_COUNT = 16, 28, 6
LONGEST = 128


def neighbours(x, dilation):
    """Every place beside the one `dilation` before it and the one after it. x: [batch, time, width]."""
    padded = F.pad(x, (0, 0, dilation, dilation))
    return torch.cat([padded[:, : -2 * dilation], x, padded[:, 2 * dilation :]], dim=2)


def rotated(x, cos, sin):
    """Turns pairs of numbers by their place (Su et al. 2021, arXiv 2104.09864). x: [batch, heads, time, size]."""
    a, b = x.chunk(2, dim=3)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=3)


def turns(size):
    speeds = 1000.0 ** (-torch.arange(0, size // 2).float() / (size // 2))
    angles = torch.arange(LONGEST).float().unsqueeze(1) * speeds
    return torch.cos(angles), torch.sin(angles)


def light(x):
    """In half precision where matrices are multiplied in it."""
    return x.bfloat16() if torch.is_autocast_enabled() else x


class Gated(nn.Module):
    """Residual gated convolution over three places (Dauphin et al. 2017, arXiv 1612.08083)."""

    def __init__(self, width, dilation, dropout):
        super().__init__()
        self.dilation = dilation
        self.norm = nn.LayerNorm(width)
        self.mix = nn.Linear(3 * width, 2 * width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None):
        inner = self.norm(x)
        inner = inner if mask is None else inner * mask
        return x + self.dropout(F.glu(self.mix(neighbours(light(inner), self.dilation)), dim=2))


class Attention(nn.Module):
    """Residual self-attention with rotary places, then a gated layer of its own."""

    def __init__(self, width, heads, dropout):
        super().__init__()
        self.heads = heads
        self.norm, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(2 * width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, cos, sin, visible=None):
        rows, time, width = x.shape
        apart = lambda part: part.reshape(rows, time, self.heads, width // self.heads).transpose(1, 2)
        q, k, v = [apart(part) for part in self.qkv(self.norm(x)).chunk(3, dim=2)]
        q, k = rotated(q, cos[:time], sin[:time]), rotated(k, cos[:time], sin[:time])
        q, k = q.to(v.dtype), k.to(v.dtype)
        if visible is None:
            weights = torch.softmax(q @ k.transpose(2, 3) * (width // self.heads) ** -0.5, dim=3)
            seen = weights @ v
        else:
            seen = F.scaled_dot_product_attention(q, k, v, attn_mask=visible)
        x = x + self.dropout(self.out(seen.transpose(1, 2).reshape(rows, time, width)))
        value, gate = self.up(self.norm2(x)).chunk(2, dim=2)
        return x + self.dropout(self.down(self.dropout(value * F.silu(gate))))


class MarkModel(nn.Module):
    """`styles`: so many sources, whose habits the model tells apart; style 0 is that of nobody known."""

    def __init__(self, word_count, form_count, styles, width=256, layers=4, letter_width=96, table_width=128, dropout=0.2):
        super().__init__()
        self.letter = nn.Embedding(LETTER_COUNT, letter_width)
        self.mark = nn.Embedding(MARK_COUNT, letter_width)
        self.letter_layers = nn.ModuleList([Gated(letter_width, dilation, dropout / 3) for dilation in (1, 2, 3, 1)])
        self.word = nn.Embedding(FIRST_ROW + word_count, table_width)
        self.case = nn.Embedding(3, 16)
        self.style = nn.Embedding(styles, width)
        self.join = nn.Linear(table_width + 16 + 2 * letter_width, width)
        self.dropout = nn.Dropout(dropout)
        self.near_layers = nn.ModuleList([Gated(width, 1 + at % 2, dropout) for at in range(layers)])
        self.far_layers = nn.ModuleList([Attention(width, width // 64, dropout) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)
        self.query = nn.Linear(width, table_width)
        self.form = nn.Embedding(form_count, table_width)
        self.share = nn.Embedding(form_count, 1)
        self.down = nn.Linear(width, letter_width)
        self.head = nn.Sequential(nn.Linear(2 * letter_width, 2 * letter_width), nn.ReLU(), nn.Linear(2 * letter_width, MARK_COUNT))
        for table, size in ((self.form, 0.05), (self.word, 0.3), (self.style, 0.02)):
            nn.init.normal_(table.weight, std=size)
        cos, sin = turns(64)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)

    def read_letters(self, x, mask=None):
        """x: [batch, letters, width]."""
        for layer in self.letter_layers:
            x = layer(x, mask)
        return x

    def read_words(self, x, mask=None, visible=None):
        """x: [batch, words, width]."""
        for near, far in zip(self.near_layers, self.far_layers):
            x = far(near(x, mask), self.cos, self.sin, visible)
        return self.norm(x)

    def forward(self, b):
        """Queries of the words [rows, words, table_width] and log odds of the marks of the letters [letters, 6]."""
        mask = b["is_letter"].unsqueeze(1)
        near = self.read_letters(((self.letter(b["letters"]) + self.mark(b["seen"])) * mask).unsqueeze(0), mask)[0]
        whole = torch.cat([self.dropout(self.word(b["words"])), self.case(b["case"]), near[b["first"]], near[b["last"]]], dim=2)
        x = self.join(whole) + self.style(b["style"]).unsqueeze(1)
        is_word = b["is_word"].unsqueeze(2)
        x = self.read_words(self.dropout(x) * is_word, is_word, b["is_word"][:, None, None, :])
        far = self.down(x).flatten(0, 1)[b["owner"]]
        return self.query(x), self.head(torch.cat([near, far], dim=1))

    def scores(self, query, forms):
        """query: [n, table_width], forms: [n, k] → [n, k]."""
        return (query.unsqueeze(1) * self.form(forms)).sum(2) + self.share(forms).squeeze(2)
