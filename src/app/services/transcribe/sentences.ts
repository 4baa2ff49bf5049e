import type { TranscriptSegment } from './transcriber.ts'

/** Marks that end a sentence in the six languages, and what may stand behind them. */
const END = /[.!?…።፧፨]["'”’)\]]*$/u
/** Without such marks, a sentence ends at a pause, and is no longer than this, in seconds. */
const PAUSE_SECONDS = 0.7
const MOST_SECONDS = 15
/** A sentence that grows too long ends at a pause of this length, once it has this many seconds. */
const SHORT_PAUSE_SECONDS = 0.25
const LONG_SECONDS = 8

/** Words as sentences: up to the mark that ends one, else up to a pause. */
export function sentencesOf(words: readonly TranscriptSegment[]): readonly TranscriptSegment[] {
  const sentences: { text: string; start: number; end: number }[] = []
  let isOpen = false
  for (const word of words) {
    const open = isOpen ? sentences.at(-1) : undefined
    if (open && !endsBefore(word, open)) {
      open.text = `${open.text} ${word.text}`
      open.end = word.end
    } else sentences.push({ ...word })
    isOpen = !END.test(word.text)
  }
  return sentences
}

function endsBefore(word: TranscriptSegment, { start, end }: TranscriptSegment): boolean {
  const pause = word.start - end
  const seconds = end - start
  return (
    pause >= PAUSE_SECONDS ||
    word.end - start > MOST_SECONDS ||
    (seconds >= LONG_SECONDS && pause >= SHORT_PAUSE_SECONDS)
  )
}
