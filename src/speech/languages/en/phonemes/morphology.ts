/** Words that no lexicon has, made of parts that one has: endings, prefixes, compounds. */
import { type ArpabetPhone, parseSounds, withStress } from './arpabet.ts'
import type { EnglishLexicon } from './lexicon.ts'

interface Ending {
  readonly spelling: string
  /** Letters that the stem may have lost before the ending: "" none, "e" (making), "y" (happily). */
  readonly restored: readonly string[]
  readonly doubles?: boolean
  readonly sounds: (stem: readonly ArpabetPhone[]) => readonly ArpabetPhone[]
}

const VOICELESS = new Set(['P', 'T', 'K', 'F', 'TH'])
const SIBILANTS = new Set(['S', 'Z', 'SH', 'ZH', 'CH', 'JH'])
const SHORTEST_STEM = 3
/** A stem behind a prefix; shorter ones make prefixes out of names ("re" + "mi"). */
const SHORTEST_PREFIXED = 4
const SHORTEST_PART = 4
const DEEPEST = 3

const SHORT_PARTS = new Set(
  [
    'air arm art bag bar bed bee box boy bus car cow cup cut day dog dry eye fan farm fox gas god gun hat',
    'hot ice job key law man map mid mud net off oil old one out own pan pay pen pig pop pot rag red sea',
    'sky sub sun tax tea tie tin toe ton toy tub two van war wax way web wet win men top egg',
  ].flatMap((line) => line.split(' ')),
)

const fixed =
  (arpabet: string): Ending['sounds'] =>
  (stem) => [...stem, ...parseSounds(arpabet)]

const ENDINGS: readonly Ending[] = [
  { spelling: "'s", restored: [''], sounds: withPluralS },
  { spelling: "'ll", restored: [''], sounds: fixed('AH0 L') },
  { spelling: "'ve", restored: [''], sounds: fixed('AH0 V') },
  { spelling: "'re", restored: [''], sounds: fixed('ER0') },
  { spelling: "'d", restored: [''], sounds: withPastD },
  { spelling: "n't", restored: [''], sounds: fixed('AH0 N T') },
  { spelling: 'ies', restored: ['y'], sounds: withPluralS },
  { spelling: 'es', restored: ['', 'e'], sounds: withPluralS },
  { spelling: 's', restored: [''], sounds: withPluralS },
  { spelling: 'ied', restored: ['y'], sounds: withPastD },
  { spelling: 'ed', restored: ['', 'e'], doubles: true, sounds: withPastD },
  { spelling: 'ing', restored: ['', 'e'], doubles: true, sounds: fixed('IH0 NG') },
  { spelling: 'ier', restored: ['y'], sounds: fixed('ER0') },
  { spelling: 'er', restored: ['', 'e'], doubles: true, sounds: fixed('ER0') },
  { spelling: 'iest', restored: ['y'], sounds: fixed('AH0 S T') },
  { spelling: 'est', restored: ['', 'e'], doubles: true, sounds: fixed('AH0 S T') },
  { spelling: 'ically', restored: ['ic'], sounds: fixed('L IY0') },
  { spelling: 'ily', restored: ['y'], sounds: fixed('L IY0') },
  { spelling: 'bly', restored: ['ble'], sounds: (stem) => [...stem.slice(0, -2), 'L', 'IY0'] },
  { spelling: 'ly', restored: ['', 'l'], sounds: fixed('L IY0') },
  { spelling: 'iness', restored: ['y'], sounds: fixed('N AH0 S') },
  { spelling: 'ness', restored: [''], sounds: fixed('N AH0 S') },
  { spelling: 'less', restored: [''], sounds: fixed('L AH0 S') },
  { spelling: 'ful', restored: [''], sounds: fixed('F AH0 L') },
  { spelling: 'ment', restored: [''], sounds: fixed('M AH0 N T') },
  { spelling: 'able', restored: ['', 'e'], doubles: true, sounds: fixed('AH0 B AH0 L') },
  { spelling: 'ability', restored: ['', 'e'], sounds: fixed('AH0 B IH1 L AH0 T IY0') },
  { spelling: 'ise', restored: ['', 'e', 'y'], sounds: fixed('AY2 Z') },
  { spelling: 'ize', restored: ['', 'e', 'y'], sounds: fixed('AY2 Z') },
  { spelling: 'isation', restored: ['ize'], sounds: (s) => fixed('AH0 Z EY1 SH AH0 N')(cut(s)) },
  { spelling: 'ization', restored: ['ize'], sounds: (s) => fixed('AH0 Z EY1 SH AH0 N')(cut(s)) },
  { spelling: 'ism', restored: ['', 'e'], sounds: fixed('IH2 Z AH0 M') },
  { spelling: 'ist', restored: ['', 'e'], sounds: fixed('AH0 S T') },
  { spelling: 'ish', restored: ['', 'e'], doubles: true, sounds: fixed('IH0 SH') },
  { spelling: 'like', restored: [''], sounds: fixed('L AY2 K') },
  { spelling: 'ship', restored: [''], sounds: fixed('SH IH2 P') },
  { spelling: 'hood', restored: [''], sounds: fixed('HH UH2 D') },
  { spelling: 'wards', restored: [''], sounds: fixed('W ER0 D Z') },
  { spelling: 'our', restored: ['or'], sounds: (stem) => stem },
  { spelling: 'oured', restored: ['ored'], sounds: (stem) => stem },
  { spelling: 'ouring', restored: ['oring'], sounds: (stem) => stem },
  { spelling: 'yse', restored: ['yze'], sounds: (stem) => stem },
  { spelling: 'tre', restored: ['ter'], sounds: (stem) => stem },
]

const PREFIXES: Readonly<Record<string, string>> = {
  anti: 'AE2 N T IY0',
  auto: 'AO2 T OW0',
  bio: 'B AY2 OW0',
  co: 'K OW2',
  counter: 'K AW2 N T ER0',
  cyber: 'S AY2 B ER0',
  de: 'D IY2',
  dis: 'D IH2 S',
  eco: 'IY2 K OW0',
  electro: 'IH0 L EH2 K T R OW0',
  geo: 'JH IY2 OW0',
  hyper: 'HH AY2 P ER0',
  inter: 'IH2 N T ER0',
  mega: 'M EH2 G AH0',
  micro: 'M AY2 K R OW0',
  mini: 'M IH2 N IY0',
  mis: 'M IH2 S',
  multi: 'M AH2 L T IY0',
  nano: 'N AE2 N OW0',
  neuro: 'N UH2 R OW0',
  non: 'N AA2 N',
  out: 'AW2 T',
  over: 'OW2 V ER0',
  photo: 'F OW2 T OW0',
  post: 'P OW2 S T',
  pre: 'P R IY2',
  pro: 'P R OW2',
  pseudo: 'S UW2 D OW0',
  psycho: 'S AY2 K OW0',
  re: 'R IY2',
  semi: 'S EH2 M IY0',
  socio: 'S OW2 S IY0 OW0',
  sub: 'S AH2 B',
  super: 'S UW2 P ER0',
  tele: 'T EH2 L AH0',
  trans: 'T R AE2 N Z',
  ultra: 'AH2 L T R AH0',
  un: 'AH2 N',
  under: 'AH2 N D ER0',
  up: 'AH2 P',
}

/** Pronounces a word by the parts it is made of, up to three deep ("unfriendliness's"); undefined where a part is unknown. */
export function pronounceByParts(
  word: string,
  lexicon: EnglishLexicon,
): readonly ArpabetPhone[] | undefined {
  return byParts(word, lexicon, 0)
}

/** The plural, possessive or third person: S after voiceless sounds, AH0 Z after sibilants, otherwise Z. */
export function withPluralS(stem: readonly ArpabetPhone[]): readonly ArpabetPhone[] {
  const last = stem.at(-1) ?? ''
  if (SIBILANTS.has(last)) return [...stem, 'AH0', 'Z']
  return [...stem, VOICELESS.has(last) ? 'S' : 'Z']
}

function byParts(
  word: string,
  lexicon: EnglishLexicon,
  depth: number,
): readonly ArpabetPhone[] | undefined {
  if (depth === DEEPEST) return undefined
  const deeper: EnglishLexicon = (part) => lexicon(part) ?? byParts(part, lexicon, depth + 1)
  return byEnding(word, deeper) ?? byPrefix(word, deeper) ?? byCompound(word, lexicon)
}

function byEnding(word: string, find: EnglishLexicon): readonly ArpabetPhone[] | undefined {
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending.spelling)) continue
    const stem = firstKnown(stemsOf(word.slice(0, -ending.spelling.length), ending), find)
    if (stem) return ending.sounds(stem)
  }
  return undefined
}

function stemsOf(rest: string, { restored, doubles, spelling }: Ending): readonly string[] {
  if (rest.length < SHORTEST_STEM && !spelling.startsWith("'")) return []
  if (spelling === 's' && /[sui']$/.test(rest)) return []
  const undoubled = doubles && /([bdfgklmnprtvz])\1$/.test(rest) ? [rest.slice(0, -1)] : []
  return [...restored.map((letters) => rest + letters), ...undoubled]
}

function byPrefix(word: string, find: EnglishLexicon): readonly ArpabetPhone[] | undefined {
  for (const [prefix, arpabet] of Object.entries(PREFIXES)) {
    const rest = word.slice(prefix.length)
    if (!word.startsWith(prefix) || rest.length < SHORTEST_PREFIXED) continue
    const stem = find(rest)
    if (stem) return [...parseSounds(arpabet), ...stem]
  }
  return undefined
}

/** Two known words in one ("phonebook"), cut as near the middle as can be: "time" and "stamp", not "times" and "tamp". */
function byCompound(word: string, lexicon: EnglishLexicon): readonly ArpabetPhone[] | undefined {
  for (const cutAt of cutsFromMiddle(word.length)) {
    const [first, second] = [word.slice(0, cutAt), word.slice(cutAt)]
    if (!isPart(first) || !isPart(second)) continue
    const [head, tail] = [lexicon(first), lexicon(second)]
    if (head && tail) return [...head, ...tail.map(secondary)]
  }
  return undefined
}

function cutsFromMiddle(length: number): readonly number[] {
  const cuts = Array.from({ length: Math.max(0, length - 5) }, (_, index) => index + 3)
  return cuts.sort((a, b) => Math.abs(2 * a - length) - Math.abs(2 * b - length) || a - b)
}

function isPart(part: string): boolean {
  return part.length >= SHORTEST_PART || SHORT_PARTS.has(part)
}

function firstKnown(
  words: readonly string[],
  find: EnglishLexicon,
): readonly ArpabetPhone[] | undefined {
  for (const word of words) {
    const sounds = find(word)
    if (sounds) return sounds
  }
  return undefined
}

function withPastD(stem: readonly ArpabetPhone[]): readonly ArpabetPhone[] {
  const last = stem.at(-1) ?? ''
  if (last === 'T' || last === 'D') return [...stem, 'AH0', 'D']
  return [
    ...stem,
    VOICELESS.has(last) || last === 'S' || last === 'SH' || last === 'CH' ? 'T' : 'D',
  ]
}

/** "Organize" without its -ize. */
function cut(stem: readonly ArpabetPhone[]): readonly ArpabetPhone[] {
  return stem.slice(0, -2).map(secondary)
}

function secondary(sound: ArpabetPhone): ArpabetPhone {
  return sound.endsWith('1') ? withStress(sound, 2) : sound
}
