/** Marks below a letter that people type for the under-dot, besides the dot itself. */
const UNDER = /[\u0320\u0324-\u0329\u032d\u0331\u0332]/gu
const MODIFIER_LINE = /(?<=[eosEOS]\p{M}{0,3})\u02cc/gu
const TOO_MANY_MARKS = /(\p{M}{4})\p{M}+/gu
const PHONETIC: Readonly<Record<string, string>> = { ɛ: 'ẹ', Ɛ: 'Ẹ', ɔ: 'ọ', Ɔ: 'Ọ' }

/**
 * One spelling of every Yoruba letter: composed, with the under-dot for every mark that stands for it ("e̩", "ɛ", "ẹ")
 * and no more than four marks on a letter. Linear in the length of the text.
 */
export function spellAlike(text: string): string {
  return text
    .replace(/[ɛƐɔƆ]/g, (letter) => PHONETIC[letter] ?? letter)
    .replace(MODIFIER_LINE, '\u0323')
    .normalize('NFD')
    .replace(TOO_MANY_MARKS, '$1')
    .replace(/(?<=[eosiuEOSIU]\p{M}{0,3})[\u0320\u0324-\u0329\u032d\u0331\u0332]/gu, '\u0323')
    .replace(UNDER, '')
    .replace(/\u0323{2,}/g, '\u0323')
    .normalize('NFC')
}
