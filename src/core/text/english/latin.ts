/** Letters that are not a base letter with marks. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  ǽ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  þ: 'th',
  ð: 'th',
  đ: 'd',
  ɖ: 'd',
  ɗ: 'd',
  ɓ: 'b',
  ƙ: 'k',
  ƴ: 'y',
  ł: 'l',
  ı: 'i',
  ɪ: 'i',
  ŋ: 'ng',
  ɲ: 'ny',
  ɛ: 'e',
  ǝ: 'e',
  ə: 'e',
  ɔ: 'o',
  ƒ: 'f',
  ɣ: 'gh',
  ʋ: 'v',
  ħ: 'h',
  ĸ: 'k',
  ɩ: 'i',
  ʊ: 'u',
  ƥ: 'p',
  ƭ: 't',
  ŧ: 't',
  ƶ: 'z',
  ɨ: 'i',
  ʉ: 'u',
}
const MARKED = /(\p{Script=Latin})\p{M}+/gu
/** An s with a mark under it is "sh" in Yoruba, Igbo, Romanian and Turkish alike: dot, line, comma or cedilla. */
const SH = /[sS](?=\p{M}*[\u0323\u0326\u0327\u0329\u0331])(\p{M}+)(?=(\p{Lu})?)/gu
const LONE_MARKS = /\p{M}+/gu
const OTHER_LETTERS = /[^\P{Script=Latin}a-zA-Z]/gu

/** Letters with marks as the letters an English reader knows: "Adébáyò" → Adebayo, "Ọ̀ṣun" → Oshun, "ß" → ss. */
export function foldLatin(text: string): string {
  return text
    .normalize('NFD')
    .replace(SH, (letter, _marks, capital) => {
      if (letter.startsWith('s')) return 'sh'
      return capital ? 'SH' : 'Sh'
    })
    .replace(MARKED, '$1')
    .replace(LONE_MARKS, '')
    .replace(OTHER_LETTERS, (letter) => {
      const small = letter.toLowerCase()
      const plain = LETTERS[small] ?? ''
      return small === letter ? plain : plain.charAt(0).toUpperCase() + plain.slice(1)
    })
}
