import type { LanguageCode } from '#shared/languages/languages.ts'
import {
  type BoundaryMarker,
  endsInStop,
  nextBoundaryMarker,
  withoutSpans,
} from './boundary-markers.ts'
import { type BoundaryDecision, decideBoundary } from './sentence-boundary.ts'

/** A stretch of live text to be spoken by itself, and how it ended. */
export interface LiveSentence {
  readonly text: string
  /** `flush`: somebody asked for it; nothing says that it is a whole sentence. */
  readonly end: 'sentence' | 'paragraph' | 'flush'
}

/** Joins text that comes in pieces of any kind and gives out its sentences. */
export interface SentenceCollector {
  append(text: string): void
  /**
   * The next sentence that is certainly complete; undefined until more text comes. `busy`: it has looked for some
   * milliseconds, so let others have their turn, then ask again.
   */
  next(): LiveSentence | 'busy' | undefined
  /** Whether what waits reads as a whole sentence whatever follows. */
  seemsWhole(): boolean
  /** Takes all waiting text, whole sentence or not; undefined where none of it can be spoken. */
  take(): LiveSentence | undefined
  /** Code units that wait. */
  readonly length: number
}

interface End {
  readonly index: number
  readonly end: LiveSentence['end']
}

const SSML = /^\s*<(?:\?xml|!--|!DOCTYPE|speak)/i
const SSML_END = /<\/speak>/i
/** Marks and pictures alone have no sound. */
const SPEAKABLE = /[\p{L}\p{N}]/u
/** Context that decides whether a sentence ends at a mark: text before it and after it, in UTF-16 code units. */
const LOOK_BACK = 1_000
const LOOK_AHEAD = 400
/** Each mark takes about half a millisecond to judge. */
const MARKS_PER_TURN = 10

/**
 * `language`: by whose rules the end of a sentence is known. Spans of markup, and SSML from `<speak` to `</speak>`, are
 * kept whole. The same text gives the same sentences in whatever pieces it comes.
 */
export function createSentenceCollector(language: LanguageCode): SentenceCollector {
  let waiting = ''
  /** Everything before it has been looked at; `depth` spans of markup are open there. */
  let seen = 0
  let depth = 0

  const cut = ({ index, end }: End): LiveSentence | undefined => {
    const text = waiting.slice(0, index).trim()
    waiting = waiting.slice(index)
    seen = 0
    depth = 0
    return SPEAKABLE.test(text) ? { text, end } : undefined
  }
  /** Decides whether the sentence before a marker is complete. */
  const judge = (landmark: BoundaryMarker): BoundaryDecision => {
    if (landmark.kind === 'torn') return 'open'
    if (landmark.kind === 'line') return depth === 0 ? 'ends' : 'goes on'
    if (landmark.kind !== 'stop' || depth > landmark.closes) return 'goes on'
    const { end } = landmark
    const before = waiting.slice(Math.max(0, end - LOOK_BACK), end)
    const after = waiting.slice(end, end + LOOK_AHEAD)
    return decideBoundary(withoutSpans(before), withoutSpans(after), language)
  }
  const pass = (landmark: BoundaryMarker): void => {
    seen = landmark.end
    if (landmark.kind === 'open') depth++
    if ('closes' in landmark) depth = Math.max(0, depth - landmark.closes)
  }
  const nextEnd = (): End | 'busy' | undefined => {
    for (let judged = 0; judged < MARKS_PER_TURN; judged++) {
      const landmark = nextBoundaryMarker(waiting, seen)
      const verdict = landmark ? judge(landmark) : 'open'
      if (landmark && verdict === 'ends') return endAt(landmark)
      if (!landmark || verdict === 'open') {
        // Without a landmark, the first of two word spaces may have come, and a blank after it.
        seen = landmark?.start ?? Math.max(seen, waiting.length - 2)
        return undefined
      }
      pass(landmark)
    }
    return 'busy'
  }
  return {
    append(text) {
      waiting += text
    },
    next() {
      const found = SSML.test(waiting) ? endOfSsml(waiting) : nextEnd()
      if (found === undefined || found === 'busy') return found
      // Text without sound is skipped.
      return cut(found) ?? 'busy'
    },
    seemsWhole: () =>
      depth === 0 &&
      !SSML.test(waiting) &&
      endsInStop(waiting) &&
      decideBoundary(withoutSpans(waiting.trimEnd()), '', language) === 'ends',
    take: () => cut({ index: waiting.length, end: 'flush' }),
    get length() {
      return waiting.length
    },
  }
}

function endAt({ kind, end }: BoundaryMarker): End {
  return { index: end, end: kind === 'line' ? 'paragraph' : 'sentence' }
}

function endOfSsml(text: string): End | undefined {
  const found = SSML_END.exec(text)
  return found ? { index: found.index + found[0].length, end: 'sentence' } : undefined
}
