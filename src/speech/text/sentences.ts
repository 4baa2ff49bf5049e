import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'
import type { SentenceEnd, SentencePlace, TextSentence } from '#speech/utterance.ts'
import { breakLongWords } from './long-words.ts'
import { hasMark, shortenFirst, shortenLong } from './split-long.ts'

/**
 * Splits a normalised text into sentences, in order, with each word exactly once. A newline ends a paragraph. A long
 * sentence comes in pieces of at most 60 words and 420 characters, split at punctuation, else before a conjunction,
 * else at a space. A piece that does not end its sentence ends as a clause where a mark is written, else at a joint.
 * `isFirstShort`: the first piece of the text is short, for engines whose sound begins when a whole piece is ready.
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
      const pieces = [first ?? [], ...others].flatMap((piece) => shortenLong(piece, phraseBreaks))
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

function asSentences(
  pieces: readonly (readonly string[])[],
  inLine: { readonly index: number; readonly count: number },
): TextSentence[] {
  const isLastOfLine = inLine.index === inLine.count - 1
  return pieces.map((tokens, index) => {
    const isLast = index === pieces.length - 1
    const text = tokens.join(' ')
    const end = isLast ? endOf(text) : hasMark(text) ? 'clause' : 'joint'
    return {
      ...{ text, end, endsParagraph: isLast && isLastOfLine },
      ...(inLine.count > 1
        ? placeInParagraph(isLastOfLine, inLine.index === 0, index, isLast)
        : {}),
      ...(index > 0 ? { isContinued: true } : {}),
    }
  })
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
