import { type Stems, segmentsOf } from '#translation/statistical/amharic-segments.ts'

/** How often a word must occur to be a stem. */
const LEAST = 4

/** The stems of a text: words that occur often enough, less those that are themselves seen to be a more frequent stem with particles. */
export function stemsOf(sentences: readonly (readonly string[])[]): Stems {
  const counts = new Map<string, number>()
  for (const words of sentences)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const frequent = new Set(
    [...counts]
      .filter(([word, count]) => count >= LEAST && /^\p{Script=Ethiopic}{2,}$/u.test(word))
      .map(([word]) => word),
  )
  const whole = new Set<string>()
  const stems = new Set<string>()
  for (const word of [...frequent]) {
    frequent.delete(word)
    const segments = segmentsOf(word, { stems: frequent, whole: new Set() })
    frequent.add(word)
    const stem = segments.find((part) => !part.includes('+')) ?? word
    if (segments.length === 1) stems.add(word)
    else if ((counts.get(word) ?? 0) > (counts.get(stem) ?? 0)) whole.add(word)
  }
  return { stems, whole }
}
