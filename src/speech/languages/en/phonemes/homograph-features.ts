import { TAGGED_READINGS } from './homograph-readings.ts'
import { opinionOfRules, phraseAround } from './homograph-rules.ts'
import { HOMOGRAPHS, type Readings } from './homograph-table.ts'
import type { EnglishToken } from './words.ts'

/** Words of closed classes, which tell most of what part of speech a neighbour asks for. The first class that has a word counts. */
const CLASSES: Readonly<Record<string, string>> = {
  ART: 'a an the',
  DEM: 'this that these those',
  POSS: 'my your his her its our their whose',
  QUANT: `no every each some any another all both much many several few more most other such same own first second third
    last next one two three four five six seven eight nine ten`,
  TO: 'to',
  MODAL: `can could will would shall should may might must cannot can't couldn't won't wouldn't shouldn't mustn't i'll
    you'll we'll they'll he'll she'll it'll i'd you'd we'd they'd he'd she'd gonna ought needn't`,
  DO: "do does did don't doesn't didn't",
  BE: `is are was were be been being isn't aren't wasn't weren't i'm you're we're they're he's she's it's am`,
  HAVE: "have has had having haven't hasn't hadn't i've you've we've they've",
  SUBJECT: 'i we they he she who',
  PRONOUN: 'it you',
  OBJECT: 'them us him me myself yourself himself herself itself ourselves themselves',
  PREPOSITION: `of in on for with from by at about under without as into per during after before between against through
    over than like within toward towards upon among across around near since until via`,
  AND: 'and or nor',
  CLAUSE: 'but while although though because if when where whereas so then which',
  NOT: 'not never',
  ADVERB: `also always just still even ever often now only soon already too very really well again further usually
    generally`,
}
const CLASS_OF = new Map(
  Object.entries(CLASSES)
    .flatMap(([name, words]) => words.split(/\s+/).map((word) => [word, name] as const))
    .toReversed(),
)
/** Endings that suggest a part of speech. */
const ENDING =
  /(?:ations?|tions?|sions?|ments?|ness|ity|ities|ance|ence|ances|ences|isms?|ists?|ers?|ors?|ships?|ics|ology|ages?|als?|ous|ive|ful|ic|able|ible|ary|less|ish|ern|ese|ian|ians|ate|ize|ise|ify|ly|ing|ed|s|'s)$/

/** How far away a word still counts, with its side and without. */
const NEAR = 6
const FAR = 25
const NOTHING = '#'
const ANY_PAIR: Readings = { usual: 'noun', noun: '', verb: '' }
const NO_OPINION = { rule: 'none', use: 'none' }

/**
 * What the neighbours of the word at `index` say about its use, as names: words, their classes and endings by position,
 * pairs and triples of them, and the words around without position. A class carries the break before or after it. At most
 * some 120 names, whatever the length of the sentence.
 */
export function homographFeatures(
  tokens: readonly EnglishToken[],
  index: number,
): ReadonlySet<string> {
  const word = (offset: number): string => tokens[index + offset]?.text ?? NOTHING
  const kind = (offset: number): string => {
    const isBroken = tokens[index + (offset < 0 ? offset : offset - 1)]?.breakAfter ?? false
    return (isBroken ? ',' : '') + classOf(tokens[index + offset])
  }
  const features = new Set<string>(['any'])
  for (const offset of [-3, -2, -1, 1, 2, 3]) {
    features.add(`word${offset}=${word(offset)}`)
    features.add(`class${offset}=${kind(offset)}`)
  }
  features.add(`words-2-1=${word(-2)} ${word(-1)}`)
  features.add(`words+1+2=${word(1)} ${word(2)}`)
  features.add(`words-1+1=${word(-1)} ${word(1)}`)
  features.add(`classes-2-1=${kind(-2)} ${kind(-1)}`)
  features.add(`classes+1+2=${kind(1)} ${kind(2)}`)
  features.add(`classes-1+1=${kind(-1)} ${kind(1)}`)
  features.add(`classes-2-1+1=${kind(-2)} ${kind(-1)} ${kind(1)}`)
  features.add(`classes-1+1+2=${kind(-1)} ${kind(1)} ${kind(2)}`)
  features.add(`classes-3-2-1=${kind(-3)} ${kind(-2)} ${kind(-1)}`)
  features.add(`word-1class+1=${word(-1)} ${kind(1)}`)
  features.add(`class-1word+1=${kind(-1)} ${word(1)}`)
  features.add(`word-2class-1=${word(-2)} ${kind(-1)}`)
  for (const offset of [-1, 1]) {
    const neighbour = word(offset)
    if (neighbour === NOTHING || CLASS_OF.has(neighbour)) continue
    features.add(`end3${offset}=${neighbour.slice(-3)}`)
    features.add(`end2${offset}=${neighbour.slice(-2)}`)
  }
  addPlace(features, tokens, index)
  addRule(features, tokens, index, [kind(-1), kind(1)])
  addWordsAround(features, tokens, index)
  return features
}

/** The words on either side, and those of open classes farther away too. */
function addWordsAround(
  features: Set<string>,
  tokens: readonly EnglishToken[],
  index: number,
): void {
  for (let at = Math.max(0, index - FAR); at < Math.min(tokens.length, index + FAR + 1); at++) {
    const text = tokens[at]?.text ?? ''
    if (at === index) continue
    if (Math.abs(at - index) <= NEAR) features.add(`${at < index ? 'left' : 'right'}:${text}`)
    if (!CLASS_OF.has(text)) features.add(`around:${text}`)
  }
}

/** What the rules say, so that training weighs each of them. */
function addRule(
  features: Set<string>,
  tokens: readonly EnglishToken[],
  index: number,
  [before, after]: readonly [string, string],
): void {
  const text = tokens[index]?.text ?? ''
  const phrase = phraseAround(tokens, index)
  const isInflected = TAGGED_READINGS.get(text)?.some(({ kind }) => kind === 'n') ?? false
  const readings = HOMOGRAPHS.get(text) ?? ANY_PAIR
  const { rule, use } =
    opinionOfRules(readings, isInflected, phrase.before, phrase.after) ?? NO_OPINION
  features.add(`use=${use}`)
  features.add(`rule=${rule} ${use}`)
  features.add(`rule-1=${rule} ${use} ${before}`)
  features.add(`rule+1=${rule} ${use} ${after}`)
}

/** Capitals, and whether the word begins or ends its sentence. */
function addPlace(features: Set<string>, tokens: readonly EnglishToken[], index: number): void {
  const isCapital = tokens[index]?.capital ?? false
  features.add(`capital=${isCapital}`)
  features.add(`first=${index === 0}`)
  features.add(`last=${index === tokens.length - 1}`)
  if (!isCapital) return
  const [before, after] = [tokens[index - 1]?.capital ?? false, tokens[index + 1]?.capital ?? false]
  features.add(`capitals=${before} ${after}`)
}

function classOf(token: EnglishToken | undefined): string {
  if (!token) return NOTHING
  const closed = CLASS_OF.get(token.text)
  if (closed !== undefined) return closed
  if (token.capital) return token.text.endsWith("'s") ? "NAME'S" : 'NAME'
  return ENDING.exec(token.text)?.[0] ?? 'other'
}
