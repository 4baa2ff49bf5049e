import { expect, test } from 'vitest'
import { createHistory, createHistoryReader, type Spoken } from '#history/history.ts'
import { HISTORY_LIMITS } from '#shared/history.ts'
import { all, type RowDatabase, run } from '#storage/db/steps.ts'

const NOW = new Date('2026-11-24T12:00:00Z')

function spoken(text: string, more: Partial<Spoken> = {}): Spoken {
  return {
    ...{ at: NOW.toISOString(), source: 'studio', voice: 'sade', engine: 'neural', language: 'yo' },
    ...{ text, characters: text.length, seconds: 2.25, firstSoundMs: 100.5, totalMs: 300.125 },
    ...{ realTimeFactor: 0.15, memoryBytes: 5_000_000_000, isWhole: true },
    ...more,
  }
}

/** What every history does, over databases that `open` opens empty. */
export function historyContract(open: () => Promise<RowDatabase>): void {
  const openHistory = async () => {
    const database = await open()
    return { database, history: createHistory(database, () => NOW) }
  }

  test('what was spoken is written in a batch and comes back as it was, newest first', async () => {
    const { database, history } = await openHistory()
    const first = spoken('Ọkọ̀ ojú omi')
    const second = spoken('Good morning', { source: 'api', keyName: 'Radio', language: 'en' })
    const { realTimeFactor: _, ...third } = spoken('part', { isWhole: false })
    const heard: Spoken[] = []
    const stop = history.onRecord((one) => heard.push(one))
    for (const one of [first, second, third]) history.record(one)
    stop()
    expect(heard).toEqual([first, second, third])
    expect(await history.count()).toBe(0)
    await history.close()
    const reader = createHistoryReader(database)
    expect(await reader.count()).toBe(3)
    const { entries, isMore } = await reader.list({ limit: 10 })
    expect(isMore).toBe(false)
    expect(entries.map(({ id: __, ...entry }) => entry)).toEqual([third, second, first])
    expect(await reader.measured()).toMatchObject([{ engine: 'neural', takes: 2 }])
  })

  test('entries are found without marks, by source and page by page', async () => {
    const { history } = await openHistory()
    history.record(spoken('Ọkọ̀ ojú omi'))
    history.record(spoken('Good morning', { source: 'api', keyName: 'Radio', language: 'en' }))
    await history.flush()
    const textsOf = async (search: string, source?: Spoken['source']) =>
      (await history.list({ limit: 10, search, source })).entries.map(({ text }) => text)
    expect(await textsOf('oko')).toEqual(['Ọkọ̀ ojú omi'])
    expect(await textsOf('radio morning')).toEqual(['Good morning'])
    expect(await textsOf('', 'studio')).toEqual(['Ọkọ̀ ojú omi'])
    expect(await textsOf('none')).toEqual([])
    const page = await history.list({ limit: 1 })
    expect(page).toMatchObject({ entries: [{ text: 'Good morning' }], isMore: true })
    const next = await history.list({ limit: 1, before: page.entries[0]?.id })
    expect(next).toMatchObject({ entries: [{ text: 'Ọkọ̀ ojú omi' }], isMore: false })
  })

  test('everything is forgotten, also what waits to be written', async () => {
    const { history } = await openHistory()
    expect(await history.clear()).toBe(0)
    history.record(spoken('written'))
    await history.flush()
    history.record(spoken('being written'))
    const flushed = history.flush()
    history.record(spoken('waiting'))
    expect(await history.clear()).toBe(2)
    await flushed
    await history.flush()
    expect(await history.count()).toBe(0)
  })

  test('entries older than a year go, and so do all but the last ten thousand', async () => {
    const { database, history } = await openHistory()
    history.record(spoken('old', { at: '2025-11-01T00:00:00.000Z' }))
    history.record(spoken('new'))
    await history.flush()
    const { entries } = await history.list({ limit: 9 })
    expect(entries.map(({ text }) => text)).toEqual(['new'])
    // As if it had been the first of ten thousand.
    const far = (entries[0]?.id ?? 0) - HISTORY_LIMITS.entries
    await database.perform(() => run('UPDATE spoken SET id = ?', far))
    history.record(spoken('far later'))
    await history.flush()
    expect(await database.perform(() => all('SELECT text FROM spoken'))).toEqual([
      { text: 'far later' },
    ])
  })

  test('a batch is written as a whole or not at all, and what cannot be written costs nothing else', async () => {
    const { history } = await openHistory()
    history.record(spoken('good'))
    history.record(spoken('bad', { source: 'mars' as 'api' }))
    await expect(history.flush()).resolves.toBeUndefined()
    expect(await history.count()).toBe(0)
    history.record(spoken('later'))
    await history.flush()
    expect(await history.count()).toBe(1)
  })
}
