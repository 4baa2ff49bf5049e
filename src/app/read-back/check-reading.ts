import type { Transcript, TranscriptSegment } from '#app/services/transcribe/transcriber.ts'
import type { Reading, ReadingFinding } from '#shared/reading.ts'
import { compareWords, type WordDifference } from '#shared/words/compare-words.ts'
import { wordsOfText } from '#shared/words/fold-word.ts'
import type { ExpectedWord } from './expected-words.ts'

/**
 * From this logarithm of a likelihood ratio on, the sound speaks against the text. With the recogniser of the tests, it leaves 2 alarms
 * in 240 right lines, and nearly all real mistakes are far above it (`npm run eval -- read-back`). Nobody has measured it
 * with a large recogniser yet.
 */
const SURE = 12
/** Where only words can be compared, those that share so many letters are taken for misheard ones. */
const MISHEARD = 0.5

/**
 * Compares what was heard with what should be read. A difference that the sound does not bear out is taken for the
 * recogniser's own and left out.
 */
export function checkReading(
  text: string,
  expected: readonly ExpectedWord[],
  { text: heardText, words, evidence }: Pick<Transcript, 'text' | 'words' | 'evidence'>,
): Reading {
  const heard = wordsOfText(heardText)
  const differences = compareWords(
    expected.map(({ said }) => said),
    heard,
  )
  // Where the numbers disagree, the evidence would be that of other differences.
  const weights = evidence?.length === differences.length ? evidence : undefined
  const times = words?.length === heard.length ? words : undefined
  const findings = differences.flatMap((difference, at) => {
    const isSure = sureness(
      difference,
      heard.length === 0 ? Number.POSITIVE_INFINITY : weights?.[at],
    )
    if (isSure === undefined) return []
    return [
      { ...findingOf(text, expected, heard, difference), ...timesOf(difference, times), isSure },
    ]
  })
  return {
    words: expected.length,
    heard: heardText,
    findings,
    basis:
      weights?.some((weight) => weight !== null) || (evidence && differences.length === 0)
        ? 'sound'
        : 'words',
  }
}

/** Whether a difference is told, and as what; undefined: it is not. */
function sureness(
  { kind, similarity }: WordDifference,
  weight: number | null | undefined,
): boolean | undefined {
  if (typeof weight === 'number') return weight >= SURE ? true : undefined
  // The recogniser does not write such words: it cannot have heard another one instead.
  if (weight === null && kind === 'different') return undefined
  if (kind === 'different' && similarity >= MISHEARD) return undefined
  return false
}

type Finding = Omit<ReadingFinding, 'isSure' | 'start' | 'end'>

function findingOf(
  text: string,
  expected: readonly ExpectedWord[],
  heard: readonly string[],
  { kind, from, to, heardFrom, heardTo }: WordDifference,
): Finding {
  const said = expected.slice(from, to)
  // What is too much has its place behind the word before.
  const place = expected[from - 1]?.to ?? 0
  const [start, end] = [said[0]?.from ?? place, said.at(-1)?.to ?? place]
  return {
    ...{ kind, from: start, to: Math.max(start, end) },
    written: text.slice(start, Math.max(start, end)),
    expected: said.map((word) => word.said).join(' '),
    heard: heard.slice(heardFrom, heardTo).join(' '),
  }
}

function timesOf(
  { heardFrom, heardTo }: WordDifference,
  words: readonly TranscriptSegment[] | undefined,
): Pick<ReadingFinding, 'start' | 'end'> {
  const [first, last] = [words?.[heardFrom], words?.[heardTo - 1]]
  return heardTo > heardFrom && first && last ? { start: first.start, end: last.end } : {}
}
