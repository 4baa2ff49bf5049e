/** A written word of a sentence. */
export interface YorubaToken {
  /** Small letters with their marks, composed. */
  readonly text: string
  /** A comma, semicolon, colon or dash follows. */
  readonly breakAfter: boolean
}

const LONGEST_WORD = 60
const WORD = /\p{L}[\p{L}\p{M}'’ʼ]*/gu
const BREAK = /^[\s"”)\]]*[,;:—–]/
const TOO_MANY_MARKS = /(\p{M}{4})\p{M}+/gu

/** The words of a sentence in order, without surplus marks and outer apostrophes; very long ones in pieces. */
export function wordsOf(text: string): readonly YorubaToken[] {
  const tokens: YorubaToken[] = []
  for (const match of text.replace(TOO_MANY_MARKS, '$1').matchAll(WORD)) {
    const written = match[0]
      .toLowerCase()
      .normalize('NFC')
      .replace(/['’ʼ]+$/, '')
    const end = match.index + match[0].length
    const breakAfter = BREAK.test(match.input.slice(end, end + 8))
    const pieces = written.match(new RegExp(`[^]{1,${LONGEST_WORD}}`, 'gu')) ?? []
    for (const [index, piece] of pieces.entries())
      tokens.push({ text: piece, breakAfter: breakAfter && index === pieces.length - 1 })
  }
  return tokens
}
