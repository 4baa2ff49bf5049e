import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#core/folder.test-support.ts'
import type { Script } from '#shared/script.ts'
import { openDatabase } from './database.ts'
import { createScripts } from './scripts.ts'

const folder = folderForTests('ìtàn ታሪክ')

const now = (): Date => new Date('2026-02-03T04:05:06Z')
const ready: Script = {
  title: 'Welcome',
  lines: [{ id: 'a', text: 'Good morning from Lagos.', voice: 'lina', speed: 1 }],
}

test('the ready script is there until something else is saved, also after a restart', () => {
  const path = join(folder, 'one.db')
  const database = openDatabase(path)
  const scripts = createScripts(database, { ready, now })
  expect(scripts.load()).toEqual(ready)
  const mine: Script = {
    title: 'Ìròyìn',
    lines: [
      { id: 'b', text: 'Ẹ káàbọ̀ sí ilé wa. 😀', voice: 'sade', speed: 0.9 },
      // A lone surrogate, as a text field cut in the middle of an emoji leaves it.
      { id: 'c', text: 'half an emoji \ud83d', voice: 'john', speed: 1.2 },
    ],
  }
  scripts.save(ready)
  scripts.save(mine)
  database.close()
  const again = openDatabase(path)
  expect(createScripts(again, { ready, now }).load()).toEqual(mine)
  again.close()
})

test('an emptied script stays empty', () => {
  const database = openDatabase(join(folder, 'two.db'))
  const scripts = createScripts(database, { ready, now })
  scripts.save({ title: '', lines: [] })
  expect(scripts.load()).toEqual({ title: '', lines: [] })
  database.close()
})

test('a saved script that another program has broken is refused in words and can be replaced', () => {
  const database = openDatabase(join(folder, 'three.db'))
  const scripts = createScripts(database, { ready, now })
  scripts.save(ready)
  for (const body of ['{"title": "cut', '{"title": 7}']) {
    database.run('UPDATE current_script SET body = ?', body)
    expect(() => scripts.load()).toThrow(expect.objectContaining({ code: 'storage/failed' }))
  }
  scripts.save(ready)
  expect(scripts.load()).toEqual(ready)
  database.close()
})
