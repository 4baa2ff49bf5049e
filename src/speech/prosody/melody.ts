import { type ToneLevels, TWO_TONES } from '#speech/languages/common/language.ts'
import { languageFor } from '#speech/languages/registry.ts'
import type { PitchTarget, Sentence, Tone, Word } from '#speech/utterance.ts'

/** Downdrift over a phrase in semitones a syllable, down to a floor (Laniran 1992; Connell & Ladd 1990). */
const DOWNDRIFT = 0.11
const DOWNDRIFT_FLOOR = -2.2
/** Each high after a low is a little lower than the one before it. */
const CATATHESIS = 0.22
/** Final lowering of a statement in semitones (Laniran & Clements 2003). */
const FINAL_FALL = 0.9

/** Start and end of the level part of a tone, as parts of its syllable. */
const REACHED = 0.35
const LEFT = 0.9

/**
 * Pitch targets of a sentence in a tone language. `rangeSemitones`: distance of the voice's high tone from its low one.
 */
export function toneMelody(sentence: Sentence, rangeSemitones: number): readonly PitchTarget[] {
  const levels = levelsFor(sentence)
  const targets: PitchTarget[] = []
  let index = 0
  let drift = 0
  let last: 'H' | 'M' | 'L' | undefined
  for (const word of sentence.words) {
    for (const syllable of word.syllables) {
      const [start, end] = levelsOf(syllable.tone)
      if (last === 'L' && start !== 'L') drift -= CATATHESIS
      const height = (level: 'H' | 'M' | 'L'): number =>
        levels[level] * rangeSemitones + Math.max(drift, DOWNDRIFT_FLOOR)
      targets.push({ syllable: index, part: REACHED, semitones: height(start) })
      targets.push({ syllable: index, part: LEFT, semitones: height(end) })
      drift -= DOWNDRIFT
      last = end
      index++
    }
    if (!endsPhrase(word)) continue
    drift = 0
    last = undefined
  }
  return sentence.end === 'statement' ? withFinalFall(targets) : targets
}

/** Tone levels of the sentence. Where it mixes languages, those with the widest range. */
function levelsFor({ words }: Sentence): ToneLevels {
  const all = words.flatMap(({ language }) => languageFor(language).tones?.levels ?? [])
  return all.reduce((widest, levels) => (levels.H > widest.H ? levels : widest), TWO_TONES)
}

function withFinalFall(targets: readonly PitchTarget[]): readonly PitchTarget[] {
  return targets.map((target, i) =>
    i === targets.length - 1 ? { ...target, semitones: target.semitones - FINAL_FALL } : target,
  )
}

function levelsOf(tone: Tone | undefined): readonly ['H' | 'M' | 'L', 'H' | 'M' | 'L'] {
  if (tone === 'HL') return ['H', 'L']
  if (tone === 'LH') return ['L', 'H']
  return [tone ?? 'M', tone ?? 'M']
}

/**
 * Pitch targets of a stress language other than English: a declining line in every phrase, with stressed syllables
 * above it. Each phrase starts a little lower than the one before; one that is continued ends with a rise.
 */
export function stressMelody(sentence: Sentence, rangeSemitones: number): readonly PitchTarget[] {
  const targets: PitchTarget[] = []
  for (const [number, words] of phrasesOf(sentence).entries()) {
    const syllables = words.flatMap((word) => word.syllables.map(({ stress }) => stress))
    const isLast = words.at(-1) === sentence.words.at(-1)
    const top = PHRASE_TOP - Math.min(2, number) * PHRASE_STEP
    const bottom = isLast ? SENTENCE_BOTTOM : PHRASE_BOTTOM
    for (const [index, stress] of syllables.entries()) {
      const along = syllables.length > 1 ? index / (syllables.length - 1) : 1
      const line = (top + (bottom - top) * along) * rangeSemitones
      const accent = stress === 1 ? 0.3 * rangeSemitones : 0
      const end = endLift(isLast ? sentence.end : 'clause', syllables.length - 1 - index)
      targets.push({ syllable: targets.length, part: 0.5, semitones: line + accent + end })
    }
  }
  return targets
}

/** Heights of a phrase's line as parts of the range: its start, the lowering of the next start, its end. */
const PHRASE_TOP = 0.24
const PHRASE_STEP = 0.06
const PHRASE_BOTTOM = -0.12
const SENTENCE_BOTTOM = -0.38

function phrasesOf({ words }: Sentence): readonly (readonly Word[])[] {
  const phrases: Word[][] = [[]]
  for (const word of words) {
    phrases.at(-1)?.push(word)
    if (endsPhrase(word)) phrases.push([])
  }
  return phrases.filter((phrase) => phrase.length > 0)
}

function endsPhrase({ breakAfter, restsAfter, pauseAfterSeconds }: Word): boolean {
  return breakAfter || restsAfter === true || pauseAfterSeconds !== undefined
}

/** Shift of the last syllable by the kind of ending; `left` is the number of syllables still to come. */
function endLift(end: Sentence['end'], left: number): number {
  if (end === 'clause') return left === 0 ? 1.2 : 0
  if (end === 'joint' || end === 'question') return 0
  return left === 0 ? -1 : 0
}
