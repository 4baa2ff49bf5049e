import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'
import type { SentenceEnd, SentencePlace, TextSentence } from '#speech/utterance.ts'
import { breakLongWords } from './long-words.ts'
import { hasMark, shortenFirst, shortenLong } from './split-long.ts'

/**
 * Splits a normalised text into sentences, in order, with each word exactly once. A newline ends a paragraph. A long
 * sentence comes in pieces of at most 60 words and 420 characters, split at punctuation, else before a conjunction,
 * else at a space: such a piece ends as a clause, because a reader takes breath there.
 * `isFirstShort`: the first piece of the text is short, for engines whose sound begins when a whole piece is ready. It ends at a joint
 * if no mark is written there.
 * @example `splitSentences('Good morning. How are you?', 'en')` gives a statement and a question.
 */
export function splitSentences(
  normalised: string,
  language: LanguageCode,
  isFirstShort = false,
): TextSentence[] {
  const { phraseBreaks } = languageFor(language)
  const sentences: TextSentence[] = []
  for (const line of breakLongWords(normalised).split('\n')) {
    const found = sentencesOfLine(line)
    for (const [index, tokens] of found.entries()) {
      const [first, ...others] =
        isFirstShort && sentences.length === 0 ? shortenFirst(tokens, phraseBreaks) : [tokens]
      const pieces = [first ?? [], ...others].map((piece) => shortenLong(piece, phraseBreaks))
      sentences.push(...asSentences(pieces, { index, count: found.length }))
    }
  }
  return sentences
}

/** Words with the marks that follow them, sentence by sentence. Tokens without a letter join the word before them. */
function sentencesOfLine(line: string): string[][] {
  const sentences: string[][] = []
  let current: string[] = []
  for (const token of line.split(' ')) {
    if (token === '') continue
    if (/\p{L}/u.test(token)) current.push(token)
    else if (current.length > 0) current.push(`${current.pop()} ${token}`)
    if (current.length > 0 && /[.?!]$/.test(token)) {
      sentences.push(current)
      current = []
    }
  }
  if (current.length > 0) sentences.push(current)
  return sentences
}

interface Piece {
  readonly tokens: readonly string[]
  /** Last of the pieces of its part. */
  readonly endsPart: boolean
}

/** `parts`: the pieces of what is short enough, and of the rest; between these two nobody takes breath. */
function asSentences(
  parts: readonly (readonly (readonly string[])[])[],
  inLine: { readonly index: number; readonly count: number },
): TextSentence[] {
  const isLastOfLine = inLine.index === inLine.count - 1
  const pieces = parts.flatMap((part) =>
    part.map((tokens, index): Piece => ({ tokens, endsPart: index === part.length - 1 })),
  )
  return pieces.map(({ tokens, endsPart }, index) => {
    const isLast = index === pieces.length - 1
    const text = tokens.join(' ')
    const end = isLast ? endOf(text) : endOfPiece({ tokens, endsPart })
    const before = pieces[index - 1]
    return {
      ...{ text, end, endsParagraph: isLast && isLastOfLine },
      ...(inLine.count > 1
        ? placeInParagraph(isLastOfLine, inLine.index === 0, index, isLast)
        : {}),
      ...(index > 0 ? { isContinued: true } : {}),
      ...(before && endOfPiece(before) === 'joint' ? { wordsBefore: before.tokens.length } : {}),
    }
  })
}

function endOfPiece({ tokens, endsPart }: Piece): SentenceEnd {
  return hasMark(tokens.at(-1)) || !endsPart ? 'clause' : 'joint'
}

/** Of a piece of a sentence, in a paragraph of several: what opens it, and what closes it. */
function placeInParagraph(
  isLastOfLine: boolean,
  isFirstOfLine: boolean,
  piece: number,
  isLastPiece: boolean,
): SentencePlace {
  if (isFirstOfLine && piece === 0) return { inParagraph: 'first' }
  return isLastOfLine && isLastPiece ? { inParagraph: 'last' } : {}
}

function endOf(text: string): SentenceEnd {
  if (text.endsWith('?')) return 'question'
  return text.endsWith('!') ? 'exclamation' : 'statement'
}
