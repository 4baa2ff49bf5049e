import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import {
  changeStoredSettings,
  environmentValue,
  readStoredSettings,
  type SettingValues,
  settingsFileOf,
  withStoredSettings,
} from './settings-file.ts'

const folder = folderForTests('griot ètò')
let made = 0
function newHome(text?: string): string {
  const home = join(folder, `data ${made++}`)
  mkdirSync(home)
  if (text !== undefined) writeFileSync(settingsFileOf(home), text)
  return home
}
const withTheme = (values: SettingValues): SettingValues => ({ ...values, theme: 'dark' })

test('what is stored is read again; nothing is made before', async () => {
  const home = newHome()
  expect(readStoredSettings(home)).toEqual({ values: {} })
  expect(readdirSync(home)).toEqual([])
  await changeStoredSettings(home, withTheme)
  expect(readStoredSettings(home)).toEqual({ values: { theme: 'dark' } })
  expect(readStoredSettings(join(home, 'nowhere'))).toEqual({ values: {} })
})

test('changes that are made at the same time are all kept', async () => {
  const home = newHome()
  const ids = ['voices.default.en', 'voices.default.yo', 'voices.default.ig', 'theme'] as const
  await Promise.all(
    ids.map((id) => changeStoredSettings(home, (values) => ({ ...values, [id]: 'dark' }))),
  )
  expect(Object.keys(readStoredSettings(home).values).toSorted()).toEqual([...ids].toSorted())
})

test.each(['{"theme": "da', '', '[]', 'null', '"theme"'])(
  'a damaged file (%j) means the defaults, is told, and is kept beside the next change',
  async (text) => {
    const home = newHome(text)
    expect(readStoredSettings(home)).toEqual({
      values: {},
      problem: expect.stringContaining('settings.json of the data folder is damaged'),
    })
    await changeStoredSettings(home, withTheme)
    expect(readStoredSettings(home)).toEqual({ values: { theme: 'dark' } })
    const aside = readdirSync(home).find((name) => name.startsWith('settings-damaged-')) ?? ''
    expect(readFileSync(join(home, aside), 'utf8')).toBe(text)
  },
)

test('a value that is none has its default and is told; a setting of another version stays', async () => {
  const home = newHome('{"theme": "pink", "export.bitrate": 64, "future": {"a": 1}}')
  expect(readStoredSettings(home)).toEqual({
    values: {},
    problem: expect.stringContaining('theme is one of auto, light, dark, not "pink".'),
  })
  await changeStoredSettings(home, (values) => ({ ...values, 'export.bitrate': '64k' }))
  expect(JSON.parse(readFileSync(settingsFileOf(home), 'utf8'))).toEqual({
    ...{ future: { a: 1 }, 'export.bitrate': '64k' },
  })
})

test('a change that fails leaves what was stored', async () => {
  const home = newHome('{"theme": "dark"}')
  const failing = changeStoredSettings(home, () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(readStoredSettings(home).values).toEqual({ theme: 'dark' })
})

test('a stored setting stands in for a variable that is not set, or set to nothing', () => {
  const values = { 'network.port': '8080', 'network.https-proxy': 'http://proxy.example:3128' }
  expect(withStoredSettings({ GRIOT_PORT: '', PATH: '/bin' }, values)).toEqual({
    ...{ GRIOT_PORT: '8080', PATH: '/bin', HTTPS_PROXY: 'http://proxy.example:3128' },
  })
  expect(withStoredSettings({ GRIOT_PORT: '9090' }, values)['GRIOT_PORT']).toBe('9090')
  const small = { https_proxy: 'http://other.example:1' }
  expect(withStoredSettings(small, values)['HTTPS_PROXY']).toBeUndefined()
  expect(environmentValue('network.https-proxy', small)).toBe('http://other.example:1')
})

test('settings that cannot be stored are told in words', async () => {
  const home = newHome()
  // A folder stands where the file should be.
  mkdirSync(settingsFileOf(home))
  writeFileSync(join(settingsFileOf(home), 'x'), '')
  expect(readStoredSettings(home).problem).toContain('cannot be read (EISDIR)')
  writeFileSync(join(folder, 'a file'), '')
  const failing = changeStoredSettings(join(folder, 'a file', 'data'), withTheme)
  await expect(failing).rejects.toMatchObject({
    ...{ code: 'storage/failed', message: expect.stringContaining('could not be stored') },
  })
})
