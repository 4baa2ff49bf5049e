import { expect, test } from 'vitest'
import { createConsentRecordings } from '#storage/db/consent-recordings.ts'
import type { RowDatabase } from '#storage/db/steps.ts'

/** What every store of recordings of consent does, over databases that `open` opens empty. */
export function consentRecordingsContract(open: () => Promise<RowDatabase>): void {
  test('recordings of consent are listed newest first, page by page, for one account', async () => {
    const recordings = createConsentRecordings(await open())
    const made = ['a', 'b', 'c'].map((id) => ({
      ...{ id, name: `Ìfọwọ́sí ${id}`, language: 'yo-NG', createdAt: '2026-11-26T20:00:00.000Z' },
    }))
    for (const recording of made) await recordings.add('ada', recording)
    const ids = async (account: string, limit: number, after?: string): Promise<string[]> =>
      (await recordings.list(account, { limit, after })).map(({ id }) => id)
    expect(await ids('ada', 2)).toEqual(['c', 'b'])
    expect(await ids('ada', 2, 'b')).toEqual(['a'])
    expect(await ids('ada', 2, 'none')).toEqual([])
    expect(await ids('obi', 2)).toEqual([])
    expect(await recordings.find('ada', 'b')).toEqual(made[1])
    expect(await recordings.find('obi', 'b')).toBeUndefined()
  })

  test('a recording of consent is renamed and removed by its account alone', async () => {
    const recordings = createConsentRecordings(await open())
    const recording = { id: 'a', name: 'One', language: 'en', createdAt: '2026-11-26T20:00:00Z' }
    await recordings.add('ada', recording)
    await recordings.rename('obi', 'a', 'Two')
    await recordings.remove('obi', 'a')
    expect(await recordings.find('ada', 'a')).toEqual(recording)
    await recordings.rename('ada', 'a', 'Two')
    expect(await recordings.find('ada', 'a')).toEqual({ ...recording, name: 'Two' })
    await recordings.remove('ada', 'a')
    expect(await recordings.find('ada', 'a')).toBeUndefined()
  })
}
