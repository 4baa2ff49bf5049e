import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HISTORY_LIMITS } from '#shared/history.ts'
import { openDatabase } from '#storage/db/database.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createHistory, type Spoken } from './history.ts'
import { measuredFrom } from './measured.ts'

const home = folderForTests('griot ìtàn')
const NOW = new Date('2026-11-24T12:00:00Z')

function spoken(text: string, more: Partial<Spoken> = {}): Spoken {
  return {
    ...{ at: NOW.toISOString(), source: 'studio', voice: 'sade', engine: 'neural', language: 'yo' },
    ...{ text, characters: text.length, seconds: 2, firstSoundMs: 100, totalMs: 300 },
    ...{ realTimeFactor: 0.15, memoryBytes: 1_000, isWhole: true },
    ...more,
  }
}

function open(name: string) {
  const database = openDatabase(join(home, `${name}.db`))
  return { database, history: createHistory(database, () => NOW) }
}

test('what was spoken is written in a batch, found without marks, and cleared', async () => {
  const { history, database } = open('search')
  history.record(spoken('Ọkọ̀ ojú omi'))
  history.record(spoken('Good morning', { source: 'api', keyName: 'Radio', language: 'en' }))
  expect(await history.count()).toBe(0)
  await history.flush()
  const textsOf = async (search: string, source?: Spoken['source']) =>
    (await history.list({ limit: 10, search, source })).entries.map(({ text }) => text)
  expect(await textsOf('')).toEqual(['Good morning', 'Ọkọ̀ ojú omi'])
  expect(await textsOf('oko')).toEqual(['Ọkọ̀ ojú omi'])
  expect(await textsOf('radio morning')).toEqual(['Good morning'])
  expect(await textsOf('', 'studio')).toEqual(['Ọkọ̀ ojú omi'])
  const page = await history.list({ limit: 1 })
  expect(page.isMore).toBe(true)
  expect((await history.list({ limit: 1, before: page.entries[0]?.id })).isMore).toBe(false)
  expect([await history.clear(), await history.count()]).toEqual([2, 0])
  database.close()
})

test('entries older than a year go, and so do all but the last ten thousand', async () => {
  const { history, database } = open('bounds')
  history.record(spoken('old', { at: '2025-11-01T00:00:00.000Z' }))
  history.record(spoken('new'))
  await history.flush()
  expect((await history.list({ limit: 9 })).entries.map(({ text }) => text)).toEqual(['new'])
  database.run(
    'UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?',
    HISTORY_LIMITS.entries,
    'spoken',
  )
  history.record(spoken('far later'))
  await history.flush()
  expect((await history.list({ limit: 9 })).entries.map(({ text }) => text)).toEqual(['far later'])
  database.close()
})

test('a library that cannot be written costs entries, and nobody hears of it', async () => {
  const { history, database } = open('closed')
  database.close()
  history.record(spoken('lost'))
  await expect(history.close()).resolves.toBeUndefined()
})

test('figures are told engine by engine, and only takes that nobody held back count for the factor', () => {
  const takes = Array.from({ length: 20 }, (_, at) =>
    spoken('', { firstSoundMs: at + 1, realTimeFactor: at === 19 ? undefined : (at + 1) / 100 }),
  )
  const [neural, flite] = measuredFrom([...takes, spoken('', { engine: 'flite' })])
  expect(neural).toMatchObject({
    ...{ engine: 'neural', takes: 20, firstSoundMs: { median: 10, p95: 19 } },
    realTimeFactor: { median: 0.1, p95: 0.19, takes: 19 },
  })
  expect(flite).toMatchObject({ engine: 'flite', takes: 1 })
})
