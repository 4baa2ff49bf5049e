import { breaksAfter } from '#speech/languages/common/break-after.ts'

/** A written word of a sentence, or the part of one that is in one script. */
export interface AmharicToken {
  readonly text: string
  readonly script: 'ethiopic' | 'latin'
  /** Written as one with the Latin word before it: "Facebookን". */
  readonly joined: boolean
  /** A comma, semicolon, colon, dash or full stop follows. */
  readonly breakAfter: boolean
}

/** Longer runs of letters are no word; they are read piece by piece. */
const LONGEST_WORD = 40
const RUN =
  /\p{Script=Ethiopic}[\p{Script=Ethiopic}\p{M}]*|\p{Script=Latin}[\p{Script=Latin}\p{M}'’ʼ]*/gu
const PIECE = new RegExp(`[^]{1,${LONGEST_WORD}}`, 'gu')
const LATIN = /^\p{Script=Latin}/u
const LOOSE_MARKS = /\p{M}{2,}/gu

/** The words of a sentence in order. Letters of scripts other than Ethiopic and Latin are left out. */
export function wordsOf(text: string): readonly AmharicToken[] {
  const tokens: AmharicToken[] = []
  let endBefore = -1
  for (const match of text.normalize('NFC').matchAll(RUN)) {
    const written = match[0].replace(LOOSE_MARKS, (marks) => marks.slice(0, 1))
    const end = match.index + match[0].length
    const pieces = written.match(PIECE) ?? []
    const script = LATIN.test(written) ? 'latin' : 'ethiopic'
    const joined = match.index === endBefore && script === 'ethiopic'
    const breakAfter = breaksAfter(match.input, end)
    for (const [index, piece] of pieces.entries()) {
      const isLast = index === pieces.length - 1
      tokens.push({
        text: piece,
        script,
        joined: joined && index === 0,
        breakAfter: breakAfter && isLast,
      })
    }
    endBefore = end
  }
  return tokens
}
