/**
 * Melody of a Pidgin sentence: one high syllable per word and low ones around it, and what the words around a word
 * change (Elugbe and Omamor 1991, chapter 3; Faraclas 1996, section 3.3).
 */
import type { SentenceEnd, Syllable, Tone } from '#speech/utterance.ts'
import type { PidginLexicon } from './lexicon.ts'

/** A word of the sentence with its own tones. */
export interface PidginWord {
  readonly text: string
  readonly syllables: readonly Syllable[]
  readonly breakAfter: boolean
}

const DEY = new Set(['dey', 'de', 'dei', 'day'])
/** After these "dey" says that something is there, before all else it makes the verb last. */
const PLACE = words(
  'for fo inside insai outside ontop top on under here hia hiya there dere dea dia house home with wit like na',
  'now nau o oo ooo sha sef again still well okay ok fine alright together so',
)
const SUBJECTS = words(
  'i a e you yu u she he we wi una unu dem dey de wey who it im him dat dis no',
)
/** After "go" these are where somebody goes. */
const GOALS = words(
  'for fo to di the my your im our dia una dem market school church house home farm office work there dere dia here',
  'back where which one abroad lagos abuja kano obodo yankee bed toilet and but',
)
/** With one of these a question falls as a statement does. */
const QUESTION_WORDS = words(
  'wetin wettin watin who hu how hau why wai when wen where wia wie which wich whish what wat',
)
const GO = 'go'

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}

/**
 * Tones of the sentence: low auxiliaries, and on a high word of one syllable that ends a phrase a fall, or a rise where
 * the question has no question word.
 */
export function withMelody(
  spoken: readonly PidginWord[],
  end: SentenceEnd,
  lexicon: PidginLexicon,
): readonly (readonly Syllable[])[] {
  const rises = end === 'question' && !spoken.some(({ text }) => QUESTION_WORDS.has(text))
  return spoken.map((word, index) => {
    const isLast = index === spoken.length - 1
    if (!isLast && isAuxiliary(spoken, index, lexicon)) return toned(word.syllables, 'L')
    const asVerb = DEY.has(word.text) || word.text === GO
    const syllables = asVerb ? toned(word.syllables, 'H') : word.syllables
    if (!isLast && !word.breakAfter) return syllables
    return phraseFinal(syllables, isLast && rises ? 'LH' : 'HL')
  })
}

/** "dè chop", "gò chop" against "dé for house", "gó market". */
function isAuxiliary(
  spoken: readonly PidginWord[],
  index: number,
  lexicon: PidginLexicon,
): boolean {
  const [word, next] = [spoken[index], spoken[index + 1]]
  if (!word || !next || word.breakAfter) return false
  if (DEY.has(word.text)) return !PLACE.has(next.text)
  if (word.text !== GO || GOALS.has(next.text)) return false
  const entry = lexicon.get(next.text)
  if (entry) return entry.isVerb || DEY.has(next.text)
  return SUBJECTS.has(spoken[index - 1]?.text ?? '')
}

function toned(syllables: readonly Syllable[], tone: Tone): readonly Syllable[] {
  return syllables.map((syllable) => ({ ...syllable, tone }))
}

function phraseFinal(syllables: readonly Syllable[], contour: Tone): readonly Syllable[] {
  return syllables.length === 1 && syllables[0]?.tone === 'H'
    ? toned(syllables, contour)
    : syllables
}
