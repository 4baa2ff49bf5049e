/** Rules on the part of speech that the neighbours of a homograph suggest. */
import type { Readings, Use } from './homograph-table.ts'
import type { EnglishToken } from './words.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

const MODALS =
  set(`can could will would shall should may might must cannot can't couldn't won't wouldn't
  shouldn't mustn't do does did don't doesn't didn't let's please i'll you'll we'll they'll he'll she'll
  it'll i'd you'd we'd they'd he'd she'd who'll gonna wanna gotta ought needn't`)
const PLAIN_SUBJECTS = set('i you we they who people')
const THIRD_PERSON = set('he she it who which that everybody everyone nobody someone somebody')
const DETERMINERS =
  set(`a an the this these those my your his her its our their no every each some any another
  whose what which one two three four five six seven eight nine ten more most many several few all both
  much such same own first second third last next new old good bad great big small long short high low
  big little best worst full free main major early late public national world`)
const ARTICLES = set(
  'a an the this these those my your his her its our their every each any some all',
)
const OBJECTS = set('it them us him me you myself yourself themselves everything everyone')
const PREPOSITIONS =
  set(`of in on for with from by at about under without as into per during after before
  between against through over than like`)
const ADVERBS = set(
  'not also never always just still even ever often then now both really only soon already',
)
const BE_FORMS =
  set(`is are was were be been being isn't aren't wasn't weren't i'm you're we're they're he's
  she's it's that's am`)
const HAVE_FORMS = set(`have has had having haven't hasn't hadn't i've you've we've they've who've`)
const COORDINATORS = set('and or')
/** "Due to conflict": after these words "to" is a preposition. */
const NOUN_BEFORE_TO =
  set(`due according access subject thanks led leads lead leading owing addition related
  response return contribute contributes contributed contributing amount amounts opposed respect rise`)
const HELPED_BY = set('let lets help helps helped make makes made making watch see saw have had')
/** Plurals that describe the noun behind them: "sports record", "sales contract". */
const DESCRIBING_PLURALS = set(
  'sports sales news goods arms savings systems services customs yes perhaps',
)
const PAST_SIGNS =
  set(`yesterday ago last earlier once previously was were had wrote said told went did saw
  gave came took already recently`)
const ADJECTIVE_ENDING = /(?:al|ous|ive|ful|ic|able|ible|ary|less|ish|ern|ese|ian|ed)$/

interface HomographContext {
  readonly readings: Readings
  /** The third person or plural s is on the word. */
  readonly endsInS: boolean
  /** Nearest first, up to the last break, adverbs left out. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly sentence: readonly string[]
}
type Rule = (place: HomographContext) => Use | undefined

/** By name; the first rule that has an opinion decides. */
const RULES: readonly (readonly [name: string, rule: Rule])[] = [
  ['after have or be', afterHaveOrBe],
  ['after to', afterTo],
  ['after a modal', afterModal],
  ['after an inversion', afterInversion],
  ['after help', afterHelp],
  ['after a subject', afterSubject],
  ['after a determiner', afterDeterminer],
  ['after and', afterCoordinator],
  ['before an object', beforeObject],
  ['after a noun', afterNoun],
  ['after a plural', afterPlural],
]

/** What the rules say about a homograph, and which of them. */
export interface RuleOpinion {
  readonly rule: string
  readonly use: Use
}

/**
 * What the rules say about a word with these readings between these neighbours, which reach up to the next break;
 * undefined where they say nothing. `endsInS`: the third person or plural s is on the word.
 */
export function opinionOfRules(
  readings: Readings,
  endsInS: boolean,
  before: readonly string[],
  after: readonly string[],
): RuleOpinion | undefined {
  const place: HomographContext = {
    readings,
    endsInS,
    before: before.filter(isNoAdverb).toReversed(),
    after,
    sentence: [...before, ...after],
  }
  for (const [rule, opinion] of RULES) {
    const use = opinion(place)
    if (use) return { rule, use }
  }
  return undefined
}

/** The words before and after the one at `index`, up to the next break. */
export function phraseAround(
  tokens: readonly EnglishToken[],
  index: number,
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const start = tokens.findLastIndex((token, at) => at < index && token.breakAfter) + 1
  const stop = tokens.findIndex((token, at) => at >= index && token.breakAfter)
  return {
    before: tokens.slice(start, index).map(({ text }) => text),
    after: tokens.slice(index + 1, stop === -1 ? undefined : stop + 1).map(({ text }) => text),
  }
}

/** "Have read", "was read", "is present". */
function afterHaveOrBe({ before, readings }: HomographContext): Use | undefined {
  const previous = before[0] ?? ''
  if (HAVE_FORMS.has(previous)) return readings.past ? 'past' : undefined
  if (!BE_FORMS.has(previous)) return undefined
  if (readings.past) return 'past'
  return readings.adjective ? 'adjective' : 'noun'
}

/** "To record", but "due to conflict" and "from refuse to records". */
function afterTo({ before, after, endsInS }: HomographContext): Use | undefined {
  if (before[0] !== 'to') return undefined
  const reachesNoun = NOUN_BEFORE_TO.has(before[1] ?? '') && !startsObject(after)
  return endsInS || reachesNoun ? 'noun' : 'verb'
}

function afterModal({ before, endsInS }: HomographContext): Use | undefined {
  if (!MODALS.has(before[0] ?? '')) return undefined
  return endsInS ? 'noun' : 'verb'
}

/** "Let them produce", "help us record". */
function afterHelp({ before, endsInS }: HomographContext): Use | undefined {
  const [previous = '', second = ''] = before
  const helped = (OBJECTS.has(previous) || previous === 'her') && HELPED_BY.has(second)
  return helped && !endsInS ? 'verb' : undefined
}

/** "Did you record", "have you read": the auxiliary stands before the subject. */
function afterInversion({ before, endsInS, readings }: HomographContext): Use | undefined {
  const [subject = '', auxiliary = ''] = before
  if (endsInS || !(PLAIN_SUBJECTS.has(subject) || THIRD_PERSON.has(subject))) return undefined
  if (MODALS.has(auxiliary)) return 'verb'
  return HAVE_FORMS.has(auxiliary) && readings.past ? 'past' : undefined
}

function afterSubject({
  before,
  after,
  endsInS,
  readings,
  sentence,
}: HomographContext): Use | undefined {
  const previous = before[0] ?? ''
  if (previous === 'that' && !startsObject(after) && !readings.past)
    return endsInS ? 'verb' : 'noun'
  if (endsInS) return THIRD_PERSON.has(previous) ? 'verb' : undefined
  // Without an s the third person can only be in the past: "she read it".
  if (THIRD_PERSON.has(previous) && previous !== 'who') return readings.past ? 'past' : 'verb'
  if (!PLAIN_SUBJECTS.has(previous)) return undefined
  return readings.past && tellsOfPast(readings, sentence) ? 'past' : 'verb'
}

function afterDeterminer({ before, after, readings }: HomographContext): Use | undefined {
  const previous = before[0] ?? ''
  const described = DETERMINERS.has(previous) || ADJECTIVE_ENDING.test(previous)
  if (!described && !PREPOSITIONS.has(previous) && !previous.endsWith("'s")) return undefined
  if (!readings.adjective) return 'noun'
  // "The perfect day", but "the minute" and "the invalid was asleep".
  return readings.usual === 'noun' || endsNounPhrase(after[0]) ? 'noun' : 'adjective'
}

function endsNounPhrase(next: string | undefined): boolean {
  if (next === undefined) return true
  return [PREPOSITIONS, BE_FORMS, HAVE_FORMS, MODALS, COORDINATORS].some((words) => words.has(next))
}

/** "To import and export goods": the second verb leans on the first. */
function afterCoordinator({ before, endsInS }: HomographContext): Use | undefined {
  const [previous = '', , governor = ''] = before
  if (!COORDINATORS.has(previous) || endsInS) return undefined
  return governor === 'to' || MODALS.has(governor) ? 'verb' : undefined
}

/** "Record the song", "farmers produce it", "he said the firm exports its oil". */
function beforeObject({ before, after, readings, sentence }: HomographContext): Use | undefined {
  if (!startsObject(after)) return undefined
  if (readings.past && before.length > 0) return pastAfterNoun(before[0] ?? '', readings, sentence)
  return 'verb'
}

/** "John read about it": a name or a noun before a verb that has a past of its own. */
function afterNoun({ before, readings, sentence }: HomographContext): Use | undefined {
  const previous = before[0]
  if (!readings.past || previous === undefined || COORDINATORS.has(previous)) return undefined
  return pastAfterNoun(previous, readings, sentence)
}

/** "Students graduate in June", "farmers produce more". Names like Lagos and Texas are no plurals. */
function afterPlural({ before, endsInS, readings }: HomographContext): Use | undefined {
  const previous = before[0] ?? ''
  const plural = /[^aious']s$/.test(previous) && !DESCRIBING_PLURALS.has(previous)
  return plural && !endsInS && !readings.adjective ? 'verb' : undefined
}

function pastAfterNoun(noun: string, readings: Readings, sentence: readonly string[]): Use {
  const plural = noun.endsWith('s') && !noun.endsWith('ss')
  return plural && !tellsOfPast(readings, sentence) ? 'verb' : 'past'
}

/** Dove and wound have no present of that spelling; read has, so the rest of the sentence must tell. */
function tellsOfPast(readings: Readings, sentence: readonly string[]): boolean {
  return readings.usual === 'noun' || sentence.some((word) => PAST_SIGNS.has(word))
}

function startsObject(after: readonly string[]): boolean {
  const next = after[0] ?? ''
  return ARTICLES.has(next) || OBJECTS.has(next)
}

function isNoAdverb(word: string): boolean {
  return !ADVERBS.has(word) && !/..ly$/.test(word)
}
