/**
 * Amharic writes particles, endings and what other languages have as separate words together with a word (Leslau 1995). Where the rest is a
 * known stem they are split off, so that tables meet the stem more often: `የቤቶቹን` becomes `የ+ ቤት +ኦች +ኡ +ን`.
 */

/** What marks the side on which a segment was joined. */
const JOIN = '+'

/** Particles before a word; the longer ones first. */
const PREFIXES = ['እንደ', 'እስከ', 'ስለ', 'ወደ', 'የ', 'በ', 'ለ', 'ከ']
/** Endings: whole syllables. */
const ENDINGS = ['ዎች', 'ቸው', 'ችን', 'ችሁ', 'ን', 'ም', 'ና', 'ው', 'ዋ', 'ስ']
/** Endings that begin with a vowel, which changes the last syllable of the stem: the vowel's place in a row of syllables, and what follows. */
const VOWEL_ENDINGS = [
  { ending: '+ኦች', column: 6, rest: 'ች' },
  { ending: '+ኡ', column: 1, rest: '' },
] as const
/** The place of a syllable without a vowel. */
const NO_VOWEL = 5

/** Which words are stems, and which stay whole although they look as if they had particles. */
export interface Stems {
  readonly stems: ReadonlySet<string>
  readonly whole: ReadonlySet<string>
}

/** The word as segments, if all but particles and endings is a stem; else the word. */
export function segmentsOf(word: string, { stems, whole }: Stems): readonly string[] {
  if (whole.has(word)) return [word]
  const isStem = (part: string): boolean => stems.has(part)
  const begun = PREFIXES.filter(
    (prefix) => word.startsWith(prefix) && word.length > prefix.length + 1,
  )
  for (const prefix of [undefined, ...begun]) {
    const rest = prefix ? word.slice(prefix.length) : word
    const segments = withEndings(rest, isStem, 3)
    if (!segments || (segments.length === 1 && !prefix)) continue
    return prefix ? [prefix + JOIN, ...segments] : segments
  }
  return [word]
}

/** The stem with up to `most` endings split off, the fewest first. */
function withEndings(
  word: string,
  isStem: (word: string) => boolean,
  most: number,
): readonly string[] | undefined {
  if (word.length > 1 && isStem(word)) return [word]
  if (most === 0) return undefined
  const splits = [
    ...ENDINGS.filter((ending) => word.endsWith(ending)).map((ending) => ({
      before: word.slice(0, -ending.length),
      ending: JOIN + ending,
    })),
    ...vowelSplits(word),
  ]
  for (const { before, ending } of splits) {
    const segments = withEndings(before, isStem, most - 1)
    if (segments) return [...segments, ending]
  }
  return undefined
}

/** What stands before endings that begin with a vowel: the last syllable gets back its own form. */
function vowelSplits(word: string): { before: string; ending: string }[] {
  return VOWEL_ENDINGS.flatMap(({ ending, column, rest }) => {
    const stem = word.slice(0, word.length - rest.length)
    const last = stem.codePointAt(stem.length - 1) ?? 0
    const fits = word.endsWith(rest) && stem.length > 1 && isSyllable(last) && (last & 7) === column
    return fits
      ? [{ before: stem.slice(0, -1) + String.fromCharCode(last - column + NO_VOWEL), ending }]
      : []
  })
}

/** Words with their segments joined again. */
export function joinedSegments(words: readonly string[]): string[] {
  const joined: string[] = []
  let isOpen = false
  for (const word of words) {
    const before = joined.at(-1)
    if (word.length > 1 && word.startsWith(JOIN)) {
      if (before !== undefined && /\p{Script=Ethiopic}$/u.test(before))
        joined[joined.length - 1] = withEnding(before, word)
      isOpen = false
      continue
    }
    const begins = word.length > 1 && word.endsWith(JOIN)
    const text = begins ? word.slice(0, -1) : word
    if (isOpen && before !== undefined && /^[\p{L}\d\uE000-\uE0FF]/u.test(text))
      joined[joined.length - 1] = before + text
    else joined.push(text)
    isOpen = begins
  }
  return joined
}

function withEnding(word: string, ending: string): string {
  const vowel = VOWEL_ENDINGS.find((one) => one.ending === ending)
  if (!vowel) return word + ending.slice(1)
  const last = word.codePointAt(word.length - 1) ?? 0
  if (!isSyllable(last)) return word + vowel.rest
  return word.slice(0, -1) + String.fromCharCode(last - (last & 7) + vowel.column) + vowel.rest
}

function isSyllable(code: number): boolean {
  return code >= 0x1200 && code <= 0x1357
}
