import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  TAGGED_READINGS,
  type TaggedReading,
} from '#speech/languages/en/phonemes/homograph-readings.ts'
import { readRows } from './measure.ts'

/** A sentence with a homograph, and the reading that annotators gave it. */
export interface HomographSentence {
  readonly word: string
  readonly reading: TaggedReading
  readonly text: string
  /** Which of the words spelled like it is meant, from 0. */
  readonly occurrence: number
}

/** Words as the tokens of English are cut. */
const WORD = /[\p{L}\p{M}'’ʼ]+/gu

/** The sentences of a folder of WikipediaHomographData, `data/train` or `data/eval`. Throws where one has a reading that is not known. */
export function readHomographSentences(folder: string): readonly HomographSentence[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.tsv'))
  return files.sort().flatMap((name) => {
    const [, ...rows] = readRows(join(folder, name))
    return rows.map((row) => {
      const [word = '', id, text = '', start] = row.map(unquote)
      const reading = TAGGED_READINGS.get(word)?.find((candidate) => candidate.id === id)
      if (!reading) throw new Error(`${name}: there is no reading ${id} of "${word}".`)
      return { word, reading, text, occurrence: occurrencesBefore(word, text, Number(start)) }
    })
  })
}

/** A fifth of all sentences, from 0 to 4, by a hash. */
export function fifthOf(text: string): number {
  return (createHash('sha256').update(text).digest()[0] ?? 0) % 5
}

/** How often the word stands in the bytes of the text before `start`. */
function occurrencesBefore(word: string, text: string, start: number): number {
  const before = Buffer.from(text).subarray(0, start).toString()
  return [...before.matchAll(WORD)].filter(([found]) => found.toLowerCase() === word).length
}

function unquote(cell: string): string {
  return cell.replace(/^"|"$/g, '').replaceAll('""', '"')
}
