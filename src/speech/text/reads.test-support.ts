import { expect, it } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { normalise } from './normalise.ts'

/** A text as it is written, and as a newsreader says it. */
type ReadingCase = readonly [written: string, spoken: string]

/** One test per row: the written text is read as its second column. */
export function itReads(language: LanguageCode, readings: readonly ReadingCase[]): void {
  it.each(readings)('reads %j as %j', (written, spoken) => {
    expect(normalise(written, language)).toBe(spoken)
  })
}
