import type { Certainty, TranscriptSegment } from './transcriber.ts'

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
  const sentences: (TranscriptSegment & { readonly words: TranscriptSegment[] })[] = []
  let isOpen = false
  for (const word of words) {
    const open = isOpen ? sentences.at(-1) : undefined
    if (open && !endsBefore(word, open)) {
      const { words: before, start, text } = open
      const longer = { text: `${text} ${word.text}`, start, end: word.end }
      sentences[sentences.length - 1] = { ...longer, words: [...before, word] }
    } else sentences.push({ ...word, words: [word] })
    isOpen = !END.test(word.text)
  }
  return sentences.map(({ text, start, end, words: own }) => {
    const certainty = certaintyOf(own)
    return { text, start, end, ...(certainty ? { certainty } : {}) }
  })
}

/** That of several words: the means, each word counted by its letters. Undefined where one of them says nothing. */
function certaintyOf(words: readonly TranscriptSegment[]): Certainty | undefined {
  let [letters, logs, noSpeech] = [0, 0, 0]
  for (const { text, certainty } of words) {
    if (!certainty) return undefined
    letters += text.length
    logs += certainty.averageLogProbability * text.length
    noSpeech += certainty.noSpeechProbability * text.length
  }
  if (letters === 0) return undefined
  return { averageLogProbability: logs / letters, noSpeechProbability: noSpeech / letters }
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
