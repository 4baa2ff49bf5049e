import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SettingId } from '#shared/settings-list.ts'
import { changeStoredSettings, type SettingValues, settingsFileOf } from '#storage/settings-file.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openSettings, type Settings } from './settings.ts'

const folder = folderForTests('griot àtòpọ̀')
let made = 0
function settingsWith(
  variables: Readonly<Record<string, string>> = {},
  options: SettingValues = {},
): Settings & { readonly home: string } {
  const home = join(folder, `data ${made++}`)
  mkdirSync(home)
  const settings = openSettings({ home, variables, options })
  onTestFinished(() => settings.close())
  return { ...settings, home }
}
const stateIn = (settings: Settings, id: SettingId) =>
  settings.view().settings.find((state) => state.id === id)

test('an option goes before an environment variable, which goes before what is stored, and that before the default', async () => {
  const options = { 'network.port': '1' }
  const settings = settingsWith({ GRIOT_PORT: '2', GRIOT_LOG_LEVEL: 'warn' }, options)
  await settings.change({ 'network.port': '3', 'network.log-level': 'error', theme: 'dark' })
  expect(stateIn(settings, 'network.port')).toMatchObject({
    ...{ value: '1', source: 'option', stored: '3', isPending: false },
  })
  expect(stateIn(settings, 'network.log-level')).toMatchObject({
    ...{ value: 'warn', source: 'environment', stored: 'error' },
  })
  expect(stateIn(settings, 'theme')).toMatchObject({ value: 'dark', source: 'stored' })
  await settings.change({ theme: null })
  expect(stateIn(settings, 'theme')).toMatchObject({ value: 'auto', source: 'default' })
})

test('what counts from the next start is said, until it is as it was', async () => {
  const settings = settingsWith()
  await settings.change({ 'quota.files': '5', theme: 'dark' })
  expect(stateIn(settings, 'quota.files')).toMatchObject({ isPending: true })
  expect(stateIn(settings, 'theme')).toMatchObject({ isPending: false })
  await settings.change({ 'quota.files': null })
  expect(stateIn(settings, 'quota.files')).toMatchObject({ isPending: false })
})

test.each([
  [{ 'export.loudnes': '-16' }, 'Did you mean "export.loudness"?'],
  [{ bitrate: '64k' }, 'Did you mean "export.bitrate"?'],
  [{ 'completely different': 'x' }, 'There is no setting "completely different". "griot settings'],
  [{ theme: 'dark', 'export.bitrate': '65k' }, 'export.bitrate is one of'],
  [{ 'shortcuts.find': 'Mod+D' }, 'Mod+D belongs to shortcuts.duplicate'],
  [{ 'providers.translate-url': 'http://example.org' }, 'providers.translate-url begins with http'],
  [{ 'models.mirror': 'https://a:b@example.org' }, 'models.mirror must be an https address'],
])('changes of which one is wrong (%j) are refused as a whole', async (changes, words) => {
  const settings = settingsWith()
  await expect(settings.change(changes)).rejects.toMatchObject({
    ...{ code: 'settings/invalid', message: expect.stringContaining(words) },
  })
  expect(settings.view().settings.every(({ source }) => source === 'default')).toBe(true)
})

test('keys change hands in one change', async () => {
  const settings = settingsWith()
  await settings.change({ 'shortcuts.find': 'Mod+D', 'shortcuts.duplicate': '' })
  expect(settings.value('shortcuts.find')).toBe('Mod+D')
  await settings.change({ 'shortcuts.find': null, 'shortcuts.duplicate': null })
  expect(settings.value('shortcuts.duplicate')).toBe('Mod+D')
})

test('what another program changes is told, also that it has damaged the file', async () => {
  const settings = settingsWith()
  const seen: string[] = []
  const stop = settings.onChange(() => seen.push(settings.value('theme')))
  await changeStoredSettings(settings.home, () => ({ theme: 'dark' }))
  await expect.poll(() => seen).toEqual(['dark'])
  writeFileSync(settingsFileOf(settings.home), '{')
  await expect.poll(() => settings.view().problem).toContain('is damaged')
  expect(seen).toEqual(['dark', 'auto'])
  stop()
})
