const HOOKS: Readonly<Record<string, string>> = {
  b: 'ɓ',
  d: 'ɗ',
  k: 'ƙ',
  y: 'ƴ',
  B: 'Ɓ',
  D: 'Ɗ',
  K: 'Ƙ',
  Y: 'Ƴ',
}
/** Dots, lines, commas and hooks on the letters, as older books and other keyboards write them. */
const MARKED = /([bdkyBDKY])[\u0309\u0321\u0323\u0326\u0327\u0331]+/g
const LOOKALIKES: Readonly<Record<string, string>> = { ɖ: 'ɗ', Ɖ: 'Ɗ', ʠ: 'ƙ' }
/** k', b' and d' before a vowel; the glottal stop of Arabic words (bid'a, rub'i, sub'i) stays. */
const APOSTROPHE_AFTER = /(?<!\p{L})(?!bid'a|rub'i|sub'i)(?=[\p{L}']{0,40}[bdky]')[\p{L}\p{M}']+/giu
const HOOKED_PAIR = /([bdky])'(?=[aeiou])/gi
/** 'ya, 'yar, 'yan, 'yanci, 'yantar …: other words after an opening quotation mark keep their y. */
const GLOTTAL_Y =
  /(?<![\p{L}\p{M}])'([yY])(?=a(?:r|n|ye|ƴa|'ya|nci[a-z]*|nt[a-z]*|nuwa|n'uwa[a-z]*|r'uwa[a-z]*)?(?![\p{L}]))/giu
const INNER_GLOTTAL_Y = /(?<=\p{L})'y(?=[aeiou])/gu
const LENGTH_COLON = /(?<=[aeiou]\p{M}{0,2}):(?=\p{L})/giu
const QUOTES = /(?<![\p{L}\p{M}])'|'(?![\p{L}\p{M}])|"/gu

/** Hausa letters in one spelling: "k'asa" → ƙasa, "'yan" → ƴan, "ḳ" → ƙ, "sa:nda" → sānda. Marks of tone stay. */
export function spellHausa(text: string): string {
  return text
    .normalize('NFD')
    .replace(MARKED, (_, letter: string) => HOOKS[letter] ?? letter)
    .replace(/[ɖƉʠ]/g, (letter) => LOOKALIKES[letter] ?? letter)
    .normalize('NFC')
    .replace(APOSTROPHE_AFTER, (word) =>
      word.replace(HOOKED_PAIR, (_, letter: string) => HOOKS[letter] ?? letter),
    )
    .replace(INNER_GLOTTAL_Y, 'ƴ')
    .replace(GLOTTAL_Y, (_, letter: string) => HOOKS[letter] ?? letter)
    .replace(LENGTH_COLON, '\u0304')
    .normalize('NFC')
}

/** No quotation marks; an apostrophe between letters is the glottal stop and stays. */
export function dropQuotes(text: string): string {
  return text.replace(QUOTES, ' ')
}
