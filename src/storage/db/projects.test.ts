import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openDatabase } from './database.ts'
import { createProjectRows, type ProjectRow } from './projects.ts'

const database = openDatabase(join(folderForTests('griot iṣẹ́'), 'griot.db'))
afterAll(() => database.close())

test('projects are listed with the one opened last first, found, written anew and removed', () => {
  const rows = createProjectRows(database)
  const row = (id: string, more: Partial<ProjectRow> = {}): ProjectRow => ({
    ...{ id, path: `projects/${id}`, title: id, createdAt: '2026-11-24T12:00:00.000Z' },
    ...{ openedAt: undefined, archivedAt: undefined, deletedAt: undefined, trashPath: undefined },
    ...more,
  })
  const never = row('never')
  const newer = row('newer', { createdAt: '2026-11-25T12:00:00.000Z' })
  const early = row('early', { openedAt: '2026-11-24T13:00:00.000Z', archivedAt: 'then' })
  const late = row('late', { openedAt: '2026-11-24T14:00:00.000Z' })
  for (const one of [never, early, late, newer]) rows.put(one)
  expect(rows.list()).toEqual([late, early, newer, never])
  const deleted = { ...late, title: 'Late', deletedAt: 'then', trashPath: 'project-trash/late' }
  rows.put(deleted)
  expect(rows.find('late')).toEqual(deleted)
  rows.remove('late')
  expect(rows.find('late')).toBeUndefined()
  expect(rows.list()).toHaveLength(3)
})

test('the project that was opened last, and that the former script was moved, are remembered', () => {
  const rows = createProjectRows(database)
  expect([rows.lastOpened(), rows.isScriptMoved()]).toEqual([undefined, false])
  rows.setLastOpened('early')
  rows.setScriptMoved()
  expect([rows.lastOpened(), rows.isScriptMoved()]).toEqual(['early', true])
})
