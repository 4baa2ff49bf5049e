import type { PhraseBreaks } from '#speech/languages/common/phrase-breaks.ts'
import { languageFor } from '#speech/languages/registry.ts'
import type { Word } from '#speech/utterance.ts'

/** More words in capitals than this are a heading, not a name. */
const MOST_IN_NAME = 6

/**
 * For each token of a sentence, whether the next one belongs to the same name, so that nobody rests between the two: words that begin
 * with a capital, also with a preposition between them. Where a mark is written, a name ends.
 * @example `joinsNext(['saw', 'Ada', 'Obi', 'of', 'Lagos', 'and'], ENGLISH.phraseBreaks)` is true for "Ada", "Obi" and "of".
 */
export function joinsNext(tokens: readonly string[], breaks: PhraseBreaks): readonly boolean[] {
  const joined = tokens.map(() => false)
  for (let from = 0; from < tokens.length; ) {
    const to = endOfName(tokens, from, breaks)
    const length = to - from
    if (length > 1 && length <= MOST_IN_NAME) joined.fill(true, from, to - 1)
    from = Math.max(to, from + 1)
  }
  return joined
}

/** The place after the last token of the name that begins at `from`; `from` if none does. */
function endOfName(tokens: readonly string[], from: number, breaks: PhraseBreaks): number {
  let to = from
  for (let at = from; isOfName(tokens[at], breaks); ) {
    to = at + 1
    if (endsWithMark(tokens[at])) break
    const isLinked = breaks.prepositions.has(tokens[to] ?? '') && isOfName(tokens[to + 1], breaks)
    at = isLinked ? to + 1 : to
  }
  return to
}

function isOfName(token: string | undefined, breaks: PhraseBreaks): boolean {
  if (token === undefined || !/^[\p{P}]*\p{Lu}/u.test(token)) return false
  const word = token.toLowerCase()
  return !breaks.conjunctions.has(word) && !breaks.prepositions.has(word)
}

function endsWithMark(token: string | undefined): boolean {
  return token !== undefined && /[,;:—.?!]["'”’»)\]]*$/.test(token)
}

/**
 * The words of a sentence with `joinsNext` on those that are read from one token, or from tokens of one name. Words whose letters are not
 * those of the tokens stay as they are.
 */
export function withJoinedWords(words: readonly Word[], text: string): readonly Word[] {
  const [first] = words
  if (!first) return words
  const { phraseBreaks } = languageFor(first.language)
  const tokens = text.split(' ').filter((token) => /\p{L}/u.test(token))
  const ofNames = joinsNext(tokens, phraseBreaks)
  const isJoined = words.map(() => false)
  let at = 0
  for (const [index, token] of tokens.entries()) {
    const letters = lettersOf(token)
    let read = ''
    const start = at
    while (at < words.length && read.length < letters.length)
      read += lettersOf(words[at++]?.text ?? '')
    if (read !== letters) break
    isJoined.fill(true, start, at - 1)
    if (ofNames[index]) isJoined[at - 1] = true
  }
  return words.map((word, index) => (isJoined[index] ? { ...word, joinsNext: true } : word))
}

/** Small letters without marks, which restoring may have added. */
function lettersOf(text: string): string {
  return text.normalize('NFD').toLowerCase().replace(/\P{L}/gu, '')
}
