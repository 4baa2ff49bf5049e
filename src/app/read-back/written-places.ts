import { alignWords } from '#shared/words/align-words.ts'

/** Controls and tags, which are not said; what stands between them is. */
const MARKUP = /\[[^\]\n]*\]|<[^>]*>/gu

/** Part of a written text: UTF-16 units, `from` to before `to`. */
export interface WrittenPlace {
  readonly from: number
  readonly to: number
}

/**
 * For each word that is said of `text`, the written text that it is said for; of a word for which nothing is written, the place after
 * the word before.
 * @example Of "₦50 a day", the words "fifty" and "naira" are both said for "₦50".
 */
export function writtenPlaces(said: readonly string[], text: string): readonly WrittenPlace[] {
  const written = writtenWords(text)
  const places = said.map((): WrittenPlace => ({ from: 0, to: 0 }))
  const pairs = alignWords(
    said,
    written.map(({ word }) => word),
  )
  for (const group of groupsOf(pairs)) {
    const place = placeOf(written, group.b, group.bEnd, text.length)
    for (let at = group.a; at < group.aEnd; at++) places[at] = place
  }
  return places
}

interface WrittenWord extends WrittenPlace {
  readonly word: string
}

function writtenWords(text: string): readonly WrittenWord[] {
  const plain = text.replace(MARKUP, (markup) => ' '.repeat(markup.length))
  return Array.from(plain.matchAll(/\S+/gu), ({ 0: word, index }) => {
    const inner =
      /[\p{L}\p{N}\p{Sc}%+=&#@].*[\p{L}\p{M}\p{N}\p{Sc}%°+=&#@]|[\p{L}\p{N}\p{Sc}%+=&#@]/u.exec(
        word,
      )
    const from = index + (inner?.index ?? 0)
    return { word, from, to: from + (inner?.[0] ?? word).length }
  })
}

type Group = Pick<ReturnType<typeof alignWords>[number], 'a' | 'aEnd' | 'b' | 'bEnd'>

/** Pairs of words that are the same, and all that lies between two of them as one group. */
function groupsOf(pairs: ReturnType<typeof alignWords>): readonly Group[] {
  const groups: Group[] = []
  let isOpen = false
  for (const pair of pairs) {
    const last = groups.at(-1)
    const isSame = pair.similarity === 1
    if (!isSame && isOpen && last)
      groups[groups.length - 1] = { ...last, aEnd: pair.aEnd, bEnd: pair.bEnd }
    else groups.push(pair)
    isOpen = !isSame
  }
  return groups
}

/** The place of some written words; of none, the place after the word before. */
function placeOf(
  written: readonly WrittenWord[],
  first: number,
  end: number,
  length: number,
): WrittenPlace {
  const [start, last] = [written[first], written[end - 1]]
  if (first < end && start && last) return { from: start.from, to: last.to }
  const at = written[first - 1]?.to ?? Math.min(0, length)
  return { from: at, to: at }
}
