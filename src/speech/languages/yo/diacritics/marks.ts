/** Marks below a letter that people type for the under-dot, besides the dot itself. */
const UNDER = /[\u0320\u0324-\u0329\u032d\u0331\u0332]/g
const MACRON = /\u0304/g
/** Any mark but those of Yoruba; mid tone written with a macron is among the others. */
const OTHER = /(?![\u0300-\u0302\u030c\u0320\u0323-\u0329\u032d\u0331\u0332])\p{M}/u
const TONE = /[\u0300-\u0302\u030c]/

/** The same word in small letters, composed, with the under-dot for every mark below and mid tone unwritten. */
export function canonical(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(UNDER, '\u0323')
    .replace(MACRON, '')
    .normalize('NFC')
}

/** A word as it is typed without marks, in small letters: "Ọ̀rọ̀" → oro. */
export function plainOf(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Letters with their marks, apart from each other, each in NFD. */
export function clustersOf(word: string): readonly string[] {
  return word.normalize('NFD').match(/\P{M}\p{M}*/gu) ?? []
}

/** Whether a tone is written anywhere in the word. */
export function hasTone(word: string): boolean {
  return TONE.test(word.normalize('NFD'))
}

/** Whether any mark is written in the word. */
export function hasMarks(word: string): boolean {
  return /\p{M}/u.test(word.normalize('NFD'))
}

/** Whether a mark is written in the word that is never restored: "Simão", and "ilē", whose writer tells its mid tone. */
export function hasOtherMarks(word: string): boolean {
  return OTHER.test(word.normalize('NFD'))
}

/** Whether `form` has every mark that is written in `word`; both canonical and of the same letters. */
export function completes(form: string, word: string): boolean {
  const full = clustersOf(form)
  return clustersOf(word).every((cluster, index) =>
    [...cluster].every((mark) => (full[index] ?? '').includes(mark)),
  )
}

/** Whether both have their under-dots on the same letters. */
export function sameDots(form: string, word: string): boolean {
  const dots = (text: string): string =>
    clustersOf(text)
      .map((cluster) => (cluster.includes('\u0323') ? '1' : '0'))
      .join('')
  return dots(form) === dots(word)
}

/** Whether both have the same tones on the same letters. */
export function sameTones(form: string, word: string): boolean {
  return withoutDots(form) === withoutDots(word)
}

/** The same word without its under-dots: "ọ̀rọ̀" → òrò. */
export function withoutDots(word: string): string {
  return word.normalize('NFD').replaceAll('\u0323', '').normalize('NFC')
}

/** Whether an under-dot is written anywhere in the word. */
export function hasDots(word: string): boolean {
  return word.normalize('NFD').includes('\u0323')
}

/** The letters of `written`, in their case, with the marks of `form`: "Oro" and "ọ̀rọ̀" → Ọ̀rọ̀. */
export function withMarksOf(written: string, form: string): string {
  const letters = clustersOf(written)
  return clustersOf(form)
    .map((cluster, index) => `${letters[index]?.[0] ?? ''}${cluster.slice(1)}`)
    .join('')
    .normalize('NFC')
}
