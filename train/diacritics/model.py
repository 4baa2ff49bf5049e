"""The two designs that were compared. Both give marks of letters; the first also scores forms of whole words."""

import torch
from torch import nn
from torch.nn import functional as F

from data import FIRST_ROW, LETTER_COUNT, MARK_COUNT


def neighbours(x, dilation):
    """Every place beside the one `dilation` before it and the one after it. x: [batch, time, width]."""
    padded = F.pad(x, (0, 0, dilation, dilation))
    return torch.cat([padded[:, : -2 * dilation], x, padded[:, 2 * dilation :]], dim=2)


class Gated(nn.Module):
    """Residual gated convolution over three places (Dauphin et al. 2017, arXiv 1612.08083)."""

    def __init__(self, width, dilation, dropout):
        super().__init__()
        self.dilation = dilation
        self.norm = nn.LayerNorm(width)
        self.mix = nn.Linear(3 * width, 2 * width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask):
        inner = self.norm(x) * mask
        return x + self.dropout(F.glu(self.mix(neighbours(inner, self.dilation)), dim=2))


class LetterStack(nn.Module):
    def __init__(self, width, dilations, dropout):
        super().__init__()
        self.letter = nn.Embedding(LETTER_COUNT, width)
        self.mark = nn.Embedding(MARK_COUNT, width)
        self.layers = nn.ModuleList([Gated(width, dilation, dropout) for dilation in dilations])

    def forward(self, letters, seen, mask):
        x = (self.letter(letters) + self.mark(seen)) * mask
        for layer in self.layers:
            x = layer(x, mask)
        return x


class LettersOnly(nn.Module):
    """A dilated convolution over letters: a mark for every letter."""

    def __init__(self, lexicon, width=112, dilations=(1, 2, 4, 8, 16, 32, 1), dropout=0.1):
        super().__init__()
        self.letters = LetterStack(width, dilations, dropout)
        self.head = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, MARK_COUNT))

    def forward(self, b):
        mask = b["is_letter"].unsqueeze(2).float()
        return None, self.head(self.letters(b["letters"], b["seen"], mask))


class WordsAndLetters(nn.Module):
    """Letters make words, words see each other, and forms of the lexicon are scored; letters of any word get marks."""

    def __init__(self, lexicon, width=192, letter_width=64, form_width=128, layers=(1, 2, 4, 1), dropout=0.15):
        super().__init__()
        self.letters = LetterStack(letter_width, (1, 2, 1), dropout / 2)
        self.word = nn.Embedding(FIRST_ROW + len(lexicon.rows), 128)
        self.case = nn.Embedding(3, 16)
        self.join = nn.Linear(128 + 16 + 2 * letter_width, width)
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.ModuleList([Gated(width, dilation, dropout) for dilation in layers])
        self.norm = nn.LayerNorm(width)
        self.query = nn.Linear(width, form_width)
        self.form = nn.Embedding(lexicon.form_count, form_width)
        self.share = nn.Embedding(lexicon.form_count, 1)
        self.share.weight.data[:, 0] = torch.tensor(lexicon.shares)
        nn.init.normal_(self.form.weight, std=0.05)
        nn.init.normal_(self.word.weight, std=0.3)
        self.down = nn.Linear(width, letter_width)
        self.head = nn.Sequential(
            nn.Linear(2 * letter_width, 2 * letter_width), nn.ReLU(), nn.Linear(2 * letter_width, MARK_COUNT)
        )

    def encode(self, b):
        letter_mask = b["is_letter"].unsqueeze(2).float()
        mask = b["is_word"].unsqueeze(2).float()
        near = self.letters(b["letters"], b["seen"], letter_mask)
        at = lambda index: near.gather(1, index.unsqueeze(2).expand(-1, -1, near.shape[2]))
        whole = torch.cat([self.word(b["words"]), self.case(b["case"]), at(b["first"]), at(b["last"])], dim=2)
        x = self.dropout(self.join(whole)) * mask
        for layer in self.layers:
            x = layer(x, mask)
        return near, self.norm(x)

    def forward(self, b):
        near, x = self.encode(b)
        far = self.down(x)
        spread = far.gather(1, b["owner"].unsqueeze(2).expand(-1, -1, far.shape[2]))
        return self.query(x), self.head(torch.cat([near, spread], dim=2))

    def scores(self, query, forms):
        """query: [n, form_width], forms: [n, k] → [n, k]."""
        return torch.einsum("nd,nkd->nk", query, self.form(forms)) + self.share(forms).squeeze(2)


DESIGNS = {"words": WordsAndLetters, "letters": LettersOnly}
