const MARKED = /(\p{Script=Latin})\p{M}+/gu
/** An s with a mark under it is "sh" in Yoruba, Igbo, Romanian and Turkish alike: dot, line, comma or cedilla. */
const SH = /[sS](?=\p{M}*[\u0323\u0326\u0327\u0329\u0331])(\p{M}+)(?=(\p{Lu})?)/gu
const LONE_MARKS = /\p{M}+/gu

/** Letters with marks as the letters an English reader knows: "Adébáyò" → Adebayo, "Ọ̀ṣun" → Oshun. */
export function foldLatin(text: string): string {
  return text
    .normalize('NFD')
    .replace(SH, (letter, _marks, capital) => {
      if (letter.startsWith('s')) return 'sh'
      return capital ? 'SH' : 'Sh'
    })
    .replace(MARKED, '$1')
    .replace(LONE_MARKS, '')
}
