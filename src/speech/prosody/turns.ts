import type { IntonationCues, Turn, TurnPart } from '#speech/languages/common/intonation-cues.ts'
import type { Word } from '#speech/utterance.ts'

/** A turn of phrase in a sentence. */
export interface FoundTurn {
  /** The words that stand out. */
  readonly meant: { readonly from: number; readonly to: number }
  /** Something else is denied. */
  readonly isContrast: boolean
  /** Where the turn ends. */
  readonly to: number
}

/** What is denied, or meant in the middle of a turn, has at most so many words. */
const MOST_DENIED = 6
const MOST_MEANT = 3

/** Those of `IntonationCues` that turns need. */
type TurnCues = Pick<IntonationCues, 'turns' | 'lightWords' | 'subjects' | 'mostAtEnd'>

/** The turns of phrase in a sentence, in order, none of which overlaps another. */
export function findTurns(words: readonly Word[], cues: TurnCues): readonly FoundTurn[] {
  const found: FoundTurn[] = []
  for (let at = 0; at < words.length; ) {
    const turn = firstTurnAt(words, at, cues)
    if (turn) found.push(turn)
    at = Math.max(at + 1, turn?.to ?? 0)
  }
  return found
}

function firstTurnAt(words: readonly Word[], at: number, cues: TurnCues): FoundTurn | undefined {
  const beginsPhrase = at === 0 || endsPhrase(words[at - 1])
  for (const turn of cues.turns) {
    if (turn.beginsPhrase && !beginsPhrase) continue
    const matched = matchFrom(words, at, { turn, cues }, 0)
    if (!matched?.meant) continue
    const isContrast = turn.parts.some(({ kind }) => kind === 'denied')
    return { meant: withoutLightWords(words, matched.meant, cues), isContrast, to: matched.to }
  }
  return undefined
}

interface Match {
  readonly meant: FoundTurn['meant'] | undefined
  readonly to: number
}

/** The parts of a turn from one on, at a word. */
function matchFrom(
  words: readonly Word[],
  at: number,
  asked: { readonly turn: Turn; readonly cues: TurnCues },
  index: number,
): Match | undefined {
  const part = asked.turn.parts[index]
  if (!part) return { meant: undefined, to: at }
  if (part.kind === 'words') {
    if (!part.words.has(words[at]?.text.normalize('NFC') ?? '')) return undefined
    return matchFrom(words, at + 1, asked, index + 1)
  }
  if (part.kind === 'break') {
    if (at >= words.length || !endsPhrase(words[at - 1])) return undefined
    return matchFrom(words, at, asked, index + 1)
  }
  return matchSlot(words, at, asked, index)
}

/** From words on that are denied or meant. */
function matchSlot(
  words: readonly Word[],
  at: number,
  asked: { readonly turn: Turn; readonly cues: TurnCues },
  index: number,
): Match | undefined {
  const { turn, cues } = asked
  const [part, next] = [turn.parts[index], turn.parts[index + 1]]
  if (!part) return undefined
  const isOpen = index === 0 && !turn.beginsPhrase
  const ends = next ? endsOf(words, at, part, isOpen) : endOfRest(words, at, cues)
  for (const to of ends) {
    const rest = matchFrom(words, to, asked, index + 1)
    if (rest) return part.kind === 'meant' ? { ...rest, meant: { from: at, to } } : rest
  }
  return undefined
}

/** Where words that are denied or meant may end. At the start of a turn that may stand anywhere they are one word. */
function endsOf(
  words: readonly Word[],
  from: number,
  { kind }: TurnPart,
  isOpen: boolean,
): readonly number[] {
  const most = isOpen ? 1 : kind === 'meant' ? MOST_MEANT : MOST_DENIED
  const ends: number[] = []
  for (let to = from + 1; to <= Math.min(words.length, from + most); to++) {
    ends.push(to)
    if (kind === 'meant' && endsPhrase(words[to - 1])) break
  }
  return ends
}

/** What is meant at the end of a turn: all that is left of the phrase, if that is short, else its first word that is not light. */
function endOfRest(
  words: readonly Word[],
  from: number,
  { lightWords, subjects, mostAtEnd }: TurnCues,
): readonly number[] {
  // "But it exists" is another clause.
  if (from >= words.length || subjects.has(words[from]!.text)) return []
  let first = from
  while (first < words.length - 1 && lightWords.has(words[first]!.text)) first++
  let to = first + 1
  while (to < words.length && to - first <= mostAtEnd && !endsPhrase(words[to - 1])) to++
  return [to - first <= mostAtEnd ? to : first + 1]
}

/** "The", "a", "my" and their like do not stand out with the words after them. */
function withoutLightWords(
  words: readonly Word[],
  { from, to }: FoundTurn['meant'],
  { lightWords }: TurnCues,
): FoundTurn['meant'] {
  let start = from
  while (start < to - 1 && lightWords.has(words[start]!.text)) start++
  return { from: start, to }
}

function endsPhrase(word: Word | undefined): boolean {
  return word !== undefined && (word.breakAfter || (word.pauseAfterSeconds ?? 0) > 0)
}
