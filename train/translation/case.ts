/** Gives the first word of each sentence, and words within it that are only capitals by chance, their usual letter case. */
export function caseModelOf(
  sentences: readonly (readonly string[])[],
): (words: readonly string[]) => string[] {
  const forms = new Map<string, Map<string, number>>()
  for (const words of sentences) {
    const first = firstWordOf(words)
    const letters = words.filter((word) => /\p{L}{2}/u.test(word))
    // Headlines and shouting say nothing about letter case.
    if (
      letters.length > 3 &&
      letters.filter((word) => word[0] === word[0]?.toLowerCase()).length < 0.3 * letters.length
    )
      continue
    words.forEach((word, at) => {
      if (at === first) return
      const lower = word.toLowerCase()
      const counts = forms.get(lower) ?? new Map<string, number>()
      counts.set(word, (counts.get(word) ?? 0) + 1)
      forms.set(lower, counts)
    })
  }
  const usual = new Map<string, string>()
  for (const [lower, counts] of forms) {
    const [best] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [lower]
    usual.set(lower, best)
  }
  return (words) => {
    const first = firstWordOf(words)
    const isShouted =
      words.filter((word) => /^\p{Lu}/u.test(word)).length > 0.7 * words.length && words.length > 3
    return words.map((word, at) => {
      if (at !== first && !isShouted) return word
      const known = usual.get(word.toLowerCase())
      if (known !== undefined) return known
      return isShouted
        ? word
        : word.replace(/^\p{Lu}(?=\p{Ll}|$)/u, (letter) => letter.toLowerCase())
    })
  }
}

function firstWordOf(words: readonly string[]): number {
  return words.findIndex((word) => /\p{L}/u.test(word))
}
