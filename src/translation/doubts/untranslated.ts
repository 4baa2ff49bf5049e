import { inLatin } from '#translation/statistical/ethiopic.ts'
import { FUNCTION_WORDS } from './function-words.ts'
import { type Finding, type SentencePair, wordsOf } from './sentence-pair.ts'

/** Shorter words are the same in many languages. */
const SHORTEST = 4

/** Words that stand in the translation as they were. Names may; Nigerian Pidgin has most of its words from English. */
export function untranslatedFindings({ source, text, from, to }: SentencePair): readonly Finding[] {
  const pair = new Set([from, to])
  if (pair.has('en') && pair.has('pcm')) return strange(text, to)
  const asked = wordsOf(source)
  const small = new Set(
    asked
      .filter(({ isCapital, lower }) => !isCapital && lower.length >= SHORTEST)
      .map(({ bare }) => bare),
  )
  const given = wordsOf(text)
  const kept = given
    .filter(
      ({ lower, bare }) => small.has(bare) && !FUNCTION_WORDS[to].has(lower) && !/\d/u.test(lower),
    )
    .map(({ surface }) => surface)
  const spelled =
    from === 'am'
      ? given
          .filter(
            ({ surface, isCapital }) =>
              isCapital && asked.some(({ surface: word }) => spelledOut(word) === surface),
          )
          .map(({ surface }) => surface)
      : []
  const found = new Set([...kept, ...spelled, ...strange(text, to).map(({ source: word }) => word)])
  // A word of the other script in the midst of Amharic.
  if (to === 'am')
    for (const { surface } of given) if (/^[a-z]{2,}$/u.test(surface)) found.add(surface)
  return [...found].map((word) => ({ source: word, text: word }))
}

/** Words in a script that the target does not have. */
function strange(text: string, to: SentencePair['to']): readonly Finding[] {
  if (to === 'am') return []
  return (text.match(/\p{Script=Ethiopic}[\p{Script=Ethiopic}\p{M}]*/gu) ?? []).map((word) => ({
    source: word,
    text: word,
  }))
}

function spelledOut(word: string): string {
  return inLatin(word)
}
