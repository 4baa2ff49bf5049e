import { expect, test } from 'vitest'
import { createExportedFiles, type ExportedFileRecord } from '#history/exported-files.ts'
import { MAX_EXPORTS } from '#shared/library-files.ts'
import { NO_RESERVE } from '#storage/db/reserve.ts'
import { type RowDatabase, run } from '#storage/db/steps.ts'

function record(name: string, more: Partial<ExportedFileRecord> = {}): ExportedFileRecord {
  return {
    ...{ exportedAt: new Date('2026-11-24T12:00:00.123Z'), fileName: `${name}.mp3`, format: 'mp3' },
    ...{ sizeBytes: 5_000_000_000, seconds: 2.5, title: 'Ìròyìn', projectId: 'novel' },
    ...{ path: `/exports/${name}.mp3`, sidecarPath: undefined },
    ...more,
  }
}

/** What every list of exports does, over databases that `open` opens empty. */
export function exportedFilesContract(open: () => Promise<RowDatabase>): void {
  test('files are remembered once for each path, newest first, found and forgotten', async () => {
    const exported = createExportedFiles(await open(), NO_RESERVE)
    await exported.add(record('one'))
    const text = { format: 'srt', seconds: undefined, sidecarPath: '/exports/two.c2pa' } as const
    await exported.add(record('two', text))
    await exported.add(record('one', { sizeBytes: 7 }))
    const [one, two, ...others] = await exported.list()
    expect(others).toEqual([])
    const { projectId: _, ...first } = record('one', { sizeBytes: 7 })
    const { projectId: __, ...second } = record('two', text)
    expect(one).toEqual({ ...first, id: one?.id })
    expect(two).toEqual({ ...second, id: two?.id })
    expect(await exported.find(two?.id ?? 0)).toEqual(two)
    await exported.remove(two?.id ?? 0)
    await exported.remove(two?.id ?? 0)
    expect(await exported.find(two?.id ?? 0)).toBeUndefined()
    expect(await exported.list()).toEqual([one])
  })

  test('the oldest go where there are too many', async () => {
    const database = await open()
    const exported = createExportedFiles(database, NO_RESERVE)
    await exported.add(record('old'))
    // As if ten thousand had come after it.
    await database.perform(() => run('UPDATE exports SET id = id - ?', MAX_EXPORTS))
    await exported.add(record('new'))
    expect((await exported.list()).map(({ fileName }) => fileName)).toEqual(['new.mp3'])
  })

  test('what cannot be remembered leaves the earlier file at its path', async () => {
    const exported = createExportedFiles(await open(), NO_RESERVE)
    await exported.add(record('one'))
    const broken = record('one', { title: null as unknown as string })
    await expect(async () => exported.add(broken)).rejects.toThrow()
    expect(await exported.list()).toHaveLength(1)
  })
}
