import { expect, it } from 'vitest'
import { normalise } from '#speech/text/normalise.ts'
import type { ReadingCase } from '#speech/text/test-table.ts'

/** One test per row: the written Hausa is read as its second column. */
export function itReadsHausa(readings: readonly ReadingCase[]): void {
  it.each(readings)('reads %j as %j', (written, spoken) => {
    expect(normalise(written, 'ha')).toBe(spoken)
  })
}
