import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#storage/db/database.ts'
import { createProvenanceRows } from '#storage/db/provenance.ts'
import { changeStoredSettings, readStoredSettings } from '#storage/settings-file.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createSigningSettings, moveSigningSettings } from './signing-settings.ts'

const home = folderForTests('griot ìbuwọ́lù')

test('signing is set by the settings of the data folder, and what is set for it is stored there', async () => {
  const settings = createSigningSettings(home)
  expect(settings.get()).toMatchObject({ author: '', flac: 'embed', namesClonedVoices: false })
  await changeStoredSettings(home, (values) => ({ ...values, 'signing.author': 'Adébáyọ̀' }))
  expect(settings.get().author).toBe('Adébáyọ̀')
  await settings.change({
    ...settings.get(),
    namesClonedVoices: true,
    trainingMining: 'notAllowed',
  })
  expect(readStoredSettings(home).values).toEqual({
    ...{ 'signing.author': 'Adébáyọ̀', 'signing.cloned-names': 'yes' },
    'signing.training': 'notAllowed',
  })
})

test('settings in the library of an older Griot are moved once', async () => {
  const folder = join(home, 'older')
  mkdirSync(folder)
  const database = openDatabase(join(folder, 'library.db'))
  const former = { issuerName: 'Ada', organisation: '', flac: 'sidecar', author: 'Ada' }
  database.run(
    'INSERT INTO provenance_settings (id, settings) VALUES (1, ?)',
    JSON.stringify({ ...former, namesClonedVoices: false, keepRecords: 5_000 }),
  )
  const rows = createProvenanceRows(database)
  const settings = createSigningSettings(folder)
  await moveSigningSettings(rows, settings)
  expect(settings.get()).toMatchObject({ ...former, keepRecords: 5_000 })
  expect(await rows.settings()).toBeUndefined()
  await settings.change({ ...settings.get(), author: '' })
  await moveSigningSettings(rows, settings)
  expect(settings.get().author).toBe('')
  database.close()
})
