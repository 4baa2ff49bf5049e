/** Spellings of the same sound, for names that languages spell by their own rules. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/tch|sch|ch|sh|ṣ/gu, 's'],
  [/ph/gu, 'f'],
  [/th/gu, 't'],
  [/kh|gh|ck|q|c/gu, 'k'],
  [/zh|j|dj/gu, 'j'],
  [/ts/gu, 's'],
  [/x/gu, 'ks'],
  [/v/gu, 'b'],
  [/z/gu, 's'],
  [/w|u/gu, 'w'],
  [/y|i/gu, 'y'],
  [/(.)\1+/gu, '$1'],
]

/** Whether two words, in small letters without marks, are spellings of one name or loan. `isByConsonants`: only what both scripts write. */
export function isAlike(one: string, other: string, isByConsonants: boolean): boolean {
  if (one === other) return true
  if (isByConsonants) return isSameSkeleton(one, other)
  if (Math.min(one.length, other.length) < 3) return false
  const [a, b] = [sounds(one), sounds(other)]
  const most = Math.max(a.length, b.length)
  if (
    Math.min(a.length, b.length) >= 4 &&
    (a.startsWith(b) || b.startsWith(a)) &&
    most <= Math.min(a.length, b.length) + 4
  )
    return true
  return distance(a, b) <= (most <= 4 ? 0 : most <= 6 ? 1 : Math.floor(most / 3.5))
}

function sounds(word: string): string {
  return SAME.reduce(
    (text, [pattern, sound]) => text.replace(pattern, sound),
    word.replace(/['-]/gu, ''),
  )
}

/** Consonants alone, one of them more on either side: Amharic writes particles and endings together with a name. */
function isSameSkeleton(one: string, other: string): boolean {
  const [a, b] = [skeleton(one), skeleton(other)]
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length === 0) return false
  if (short.length === 1) return long === short && Math.abs(one.length - other.length) <= 2
  if (short.length === 2)
    return long === short || long.slice(1) === short || long.slice(0, -1) === short
  const rest = long.length - short.length
  if (rest <= 2 && long.includes(short)) return true
  return distance(short, long) <= (short.length >= 5 ? 2 : 1)
}

function skeleton(word: string): string {
  return sounds(word)
    .replace(/[aeohwy]/gu, '')
    .replace(/(.)\1+/gu, '$1')
}

/** Edits of one letter (Levenshtein). */
export function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++)
      row[j] = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1),
      )
    before = row
  }
  return before[other.length] ?? 0
}
