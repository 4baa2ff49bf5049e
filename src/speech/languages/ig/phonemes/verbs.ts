/**
 * Tones of verb forms from the tones of their roots (Emenanjo 2015, chapters 8 to 10; Green and Igwe 1963). Which tone
 * a form has also depends on the clause it stands in; this is the form of a main statement.
 */
import type { Tone } from '#speech/utterance.ts'
import type { ToneLexicon } from './lexicon.ts'
import { syllablesOf } from './syllables.ts'

const VOWELS = 'aeiịoọuụ'
/** -ra and its like, whose vowel repeats the one before: the past, low throughout. */
const PAST = new RegExp(`([${VOWELS}])r([${VOWELS}])(kwa|nụ|nu)?$`)
const ECHOES: Readonly<Record<string, string>> = {
  ...{ a: 'a', e: 'e', i: 'i', ị: 'ị', o: 'o', ọ: 'ọ', u: 'u', ụ: 'ụ' },
}
/** Extensional suffixes of verbs, one syllable each; high unless the data say otherwise. */
const EXTENSIONS: readonly string[] = [
  ...['cha', 'che', 'chaa', 'chi', 'da', 'de', 'do', 'dọ', 'ga', 'ghe', 'go', 'gọ', 'ghị', 'ghi'],
  ...['gide', 'hụ', 'ka', 'ko', 'kọ', 'kwa', 'kwu', 'la', 'le', 'lata', 'kata', 'li', 'lị', 'mi'],
  ...['ni', 'nwu', 'nụ', 'nye', 'pu', 'pụ', 'ra', 'ri', 'rị', 'rịrị', 'riri', 'rita', 'rịta', 'sa'],
  ...['sara', 'si', 'sị', 'ta', 'te', 'ti', 'tụ', 'wa', 'wo', 'we', 'wanye', 'zi', 'za', 'gbu'],
  ...['gha', 'ghachi', 'gharị', 'bu', 'be', 'ba', 'beghị', 'beghi', 'bughi', 'a', 'e', 'o', 'ọ'],
  ...['fu', 'pere', 'tara', 'tere', 'nyere', 'rọ', 'ro', 'lite', 'pụta', 'kwara', 'lụ', 'nata'],
]
const EXTENSION_SET = new Set(EXTENSIONS)
const LONGEST_EXTENSION = 6
const LONGEST_VERB = 24

/** Tones of a verb form, one per syllable; undefined for what is no form of a known root. */
export function verbTones(word: string, lexicon: ToneLexicon): readonly Tone[] | undefined {
  if (word.length > LONGEST_VERB) return undefined
  return prefixed(word, lexicon) ?? past(word, lexicon) ?? stem(word, lexicon)
}

/** "ịga", "eme", "abịa": infinitives begin high and step down, participles begin low. */
function prefixed(word: string, lexicon: ToneLexicon): readonly Tone[] | undefined {
  const prefix = word.charAt(0)
  const rest = word.slice(1)
  if (/^[iị]/.test(prefix)) {
    const tones = stem(rest, lexicon)
    return tones && ['H', ...(tones[0] === 'H' ? ['M' as const, ...tones.slice(1)] : tones)]
  }
  if (!/^[ae]/.test(prefix)) return undefined
  const tones = past(rest, lexicon) ?? stem(rest, lexicon)
  return tones && ['L', ...tones]
}

/** "mere", "bịara", "kwuru". */
function past(word: string, lexicon: ToneLexicon): readonly Tone[] | undefined {
  const found = PAST.exec(word)
  if (!found || !isEcho(found[1] ?? '', found[2] ?? '')) return undefined
  const root = word.slice(0, found.index + 1)
  const tones = stem(root, lexicon)
  if (!tones) return undefined
  const low = [...tones, 'L'].map((): Tone => 'L')
  return found[3] === undefined ? low : [...low, 'H']
}

function isEcho(before: string, after: string): boolean {
  return ECHOES[before] === after || /^(?:ie|ịa|uo|ụọ|ua|oa)$/.test(before + after)
}

/** The longest known beginning, and extensions after it. */
function stem(word: string, lexicon: ToneLexicon): readonly Tone[] | undefined {
  for (let length = word.length; length > 0; length--) {
    const tones = lexicon.verb(word.slice(0, length))
    const rest = tones && extensionTones(word.slice(length))
    if (tones && rest) return [...tones, ...rest]
  }
  return undefined
}

function extensionTones(rest: string): readonly Tone[] | undefined {
  if (rest === '') return []
  for (let length = Math.min(LONGEST_EXTENSION, rest.length); length > 0; length--) {
    const extension = rest.slice(0, length)
    if (!EXTENSION_SET.has(extension)) continue
    const after = extensionTones(rest.slice(length))
    if (after) return [...syllablesOf(extension).map((): Tone => 'H'), ...after]
  }
  return undefined
}
