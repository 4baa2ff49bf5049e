import { breaksAfter, isCommaAfter } from '#speech/languages/common/break-after.ts'

/** A written word of a sentence. */
export interface EnglishToken {
  /** Lower case letters a to z and apostrophes inside: what is looked up and what the base synthesizer is given. */
  readonly text: string
  /** The apostrophe that began it ("'em"), which tells it from another word. */
  readonly elided: boolean
  /** Written with a capital within the sentence: a name ("Polish"). */
  readonly capital: boolean
  /** A comma, semicolon, colon or dash follows. */
  readonly breakAfter: boolean
  /** It is a comma. */
  readonly commaAfter: boolean
}

/** Longer runs of letters are no word; they are read piece by piece so that one of them cannot hold up the speech. */
const LONGEST_WORD = 40
const WORD = /[\p{L}\p{M}'’ʼ]+/gu

/** Letters that do not come apart into a to z and a mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ŋ: 'ng',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
}

/** The words of a sentence in order. Letters of other scripts are left out; a sentence may come back empty. */
export function wordsOf(text: string): readonly EnglishToken[] {
  const tokens: EnglishToken[] = []
  for (const match of text.normalize('NFC').matchAll(WORD)) {
    const written = match[0]
    const end = match.index + written.length
    const breakAfter = breaksAfter(match.input, end)
    const commaAfter = isCommaAfter(match.input, end)
    const pieces = piecesOf(plain(written))
    for (const [index, piece] of pieces.entries())
      tokens.push({
        text: piece,
        elided: index === 0 && /^['’ʼ]/.test(written),
        capital: tokens.length > 0 && /^['’ʼ]?\p{Lu}/u.test(written),
        breakAfter: breakAfter && index === pieces.length - 1,
        commaAfter: commaAfter && index === pieces.length - 1,
      })
  }
  return tokens
}

function piecesOf(word: string): readonly string[] {
  if (word.length <= LONGEST_WORD) return word === '' ? [] : [word]
  const pieces = word.match(new RegExp(`.{1,${LONGEST_WORD}}`, 'g')) ?? []
  return pieces.map(trimApostrophes).filter((piece) => piece !== '')
}

function plain(written: string): string {
  const letters = written.toLowerCase().replaceAll(/[’ʼ]/g, "'").normalize('NFD')
  return trimApostrophes(
    letters.replaceAll(/[^a-z']/gu, (letter) => PLAIN_LETTERS[letter] ?? ''),
  ).replaceAll(/'{2,}/g, "'")
}

function trimApostrophes(word: string): string {
  return word.replaceAll(/^'+|'+$/g, '')
}
