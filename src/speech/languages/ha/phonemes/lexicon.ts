import { readRows } from './lists.ts'
import { isVowel, readSpelling } from './spelling.ts'
import { markedSyllablesOf, type OpenSyllable } from './syllables.ts'

/** Syllables of a word with all its tones and lengths; undefined where the lexicon has neither it nor its stem. */
export type FindHausaWord = (
  key: string,
  mayLackHooks: boolean,
) => readonly OpenSyllable[] | undefined

/** A suffix of a word in scholarly spelling. All but "my" shorten the vowel before them. */
interface Ending {
  readonly written: string
  readonly coda?: 'n' | 'r'
  /** A syllable of its own. */
  readonly syllable?: string
  readonly keepsLength?: boolean
}

const POSSESSORS = ['ka', 'ki', 'sa', 'ta', 'mu', 'ku', 'su']
/** Little words (da, na, ta) take no endings. */
const SHORTEST_STEM = 3
const LINKS = ['n', 'r'] as const

/** The longest first: "of" (n, r), "his, her, our …" (nsa, rsa …), "my" (na, ta). */
const ENDINGS: readonly Ending[] = [
  ...LINKS.flatMap((coda) =>
    POSSESSORS.map((owner) => ({ written: `${coda}${owner}`, coda, syllable: grave(owner) })),
  ),
  { written: 'wa', syllable: 'wā' },
  { written: 'na', syllable: 'nā', keepsLength: true },
  { written: 'ta', syllable: 'tā', keepsLength: true },
  ...LINKS.map((coda) => ({ written: coda, coda })),
]

/**
 * Opens the list of frequent words. A word is found as it is spelled or, where it may lack its hooks, as it is spelled
 * without them ("karfe" for "ƙarfe"); then with an ending of possession or of a verbal noun.
 */
export async function openHausaLexicon(folder: string): Promise<FindHausaWord> {
  const rows = await readRows(folder, 'ha-words.tsv')
  const words = new Map(rows.map(([word = '', marked = '']) => [readSpelling(word).key, marked]))
  const plain = new Map([...words].map(([key, marked]) => [withoutHooks(key), marked]))
  return (key, mayLackHooks) => {
    const lists = mayLackHooks ? [words, plain] : [words]
    const marked = lists.map((list) => list.get(key)).find((found) => found !== undefined)
    if (marked !== undefined) return markedSyllablesOf(marked)
    return lists.map((list) => findMade(key, list)).find((found) => found !== undefined)
  }
}

function grave(owner: string): string {
  return `${owner}\u0300`
}

function withoutHooks(key: string): string {
  const plain: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }
  return key.replace(/[ɓɗƙƴ]/g, (letter) => plain[letter] ?? letter)
}

function findMade(
  key: string,
  words: ReadonlyMap<string, string>,
): readonly OpenSyllable[] | undefined {
  for (const ending of ENDINGS) {
    if (!key.endsWith(ending.written)) continue
    const stem = key.slice(0, -ending.written.length)
    const isStem = stem.length >= SHORTEST_STEM && isVowel(stem.at(-1))
    const marked = isStem ? words.get(stem) : undefined
    if (marked !== undefined) return withEnding(markedSyllablesOf(marked), ending)
    // "labarai" and "of" are "labaran".
    const plural = isStem && ending.coda ? words.get(`${stem}i`) : undefined
    if (plural !== undefined) return withEnding(withoutLastI(markedSyllablesOf(plural)), ending)
  }
  return undefined
}

function withoutLastI(syllables: readonly OpenSyllable[]): readonly OpenSyllable[] {
  return syllables.map((syllable, index) =>
    index === syllables.length - 1 ? { ...syllable, vowel: syllable.vowel.slice(0, 1) } : syllable,
  )
}

function withEnding(stem: readonly OpenSyllable[], ending: Ending): readonly OpenSyllable[] {
  const last = stem.at(-1)
  if (!last) return stem
  const isVerbalNoun = ending.written === 'wa'
  const joined: OpenSyllable = {
    ...last,
    coda: ending.coda ? [ending.coda === 'r' ? 'r' : 'n'] : last.coda,
    long: (ending.keepsLength ?? isVerbalNoun) ? (last.long ?? false) : false,
    // A low tone before the -wā of verbal nouns falls: kashè → kashêwā.
    tone: isVerbalNoun && last.tone === 'L' && stem.length > 1 ? 'HL' : (last.tone ?? 'H'),
  }
  const added = ending.syllable ? markedSyllablesOf(ending.syllable) : []
  return [...stem.slice(0, -1), joined, ...added]
}
