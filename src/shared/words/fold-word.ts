/** Letters that readers take for one another: Hausa's hooked letters, and Amharic series that sound alike today. */
const ALIKE: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ı: 'i' }
/** First letters of Ethiopic series (eight code points each) that sound alike, and the series that stands for them. */
const SERIES: readonly (readonly [from: number, to: number])[] = [
  [0x1210, 0x1200],
  [0x1280, 0x1200],
  [0x1220, 0x1230],
  [0x12d0, 0x12a0],
  [0x1340, 0x1338],
]

/**
 * A word as listeners compare it: small letters and digits only, without tone marks and under-dots, apostrophes and hyphens. A
 * recogniser seldom writes these right.
 */
export function foldWord(word: string): string {
  const letters = word
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return Array.from(letters, (letter) => ALIKE[letter] ?? foldEthiopic(letter)).join('')
}

function foldEthiopic(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  for (const [from, to] of SERIES)
    if (code >= from && code < from + 8) return String.fromCodePoint(code - from + to)
  return letter
}

/** Words of a text: what stands between spaces and has a letter or a digit. */
export function wordsOfText(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
}
