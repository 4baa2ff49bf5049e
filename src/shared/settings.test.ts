import { expect, test } from 'vitest'
import { valueSchema } from './settings.ts'
import { SETTINGS, type SettingId, settingOf } from './settings-list.ts'

const read = (id: SettingId, text: string): unknown => {
  const parsed = valueSchema(settingOf(id)).safeParse(text)
  return parsed.success ? parsed.data : new Error(parsed.error.issues[0]?.message)
}

test.each(SETTINGS.map((setting) => [setting.id, setting] as const))(
  'the default of %s is a value that it takes, and it says what it does',
  (_, setting) => {
    expect(valueSchema(setting).parse(setting.standard)).toBe(setting.standard)
    expect(setting.description).toMatch(/^\p{Lu}.*[.:}].?$/su)
  },
)

test.each([
  ['theme', ' Dark ', 'dark'],
  ['export.formats', 'MP3, flac', 'mp3,flac'],
  ['export.true-peak', '-1.5', '-1.5'],
  ['quota.playlists', '2 GB', '2 GB'],
  ['network.rate-limit', '', ''],
  ['shortcuts.find', 'Mod+Shift+F', 'Mod+Shift+F'],
  ['shortcuts.find', '', ''],
  ['shortcuts.find', 'F5', 'F5'],
  ['shortcuts.find', 'Alt+Ọ', 'Alt+Ọ'],
] as const)('%s takes %j as %j', (id, text, value) => {
  expect(read(id, text)).toBe(value)
})

test.each([
  ['theme', 'pink', 'theme is one of auto, light, dark, not "pink".'],
  ['theme', '', 'theme needs a value.'],
  ['export.formats', 'mp3,mp3', 'at most once'],
  ['export.true-peak', '3', 'export.true-peak is a number from -9 to -0.5 dBTP, not "3".'],
  ['export.name.whole', '{nummer}', 'has no field {nummer}'],
  ['network.port', '70.5', 'is a whole number from 0 to 65535, not "70.5"'],
  ['network.https-proxy', 'proxy:3128', 'is an address that begins with https:// or http://'],
  ['quota.playlists', 'much', 'is a size such as 500MB or 2GB, not "much"'],
  ['shortcuts.find', 'Ctrl-F', 'is keys such as Mod+Shift+Enter'],
  ['shortcuts.find', 'f5x', 'is keys such as'],
  ['voices.default.yo', 'Ìyá mi', 'is the id of a voice'],
  ['folders.ffmpeg', 'a\nb', 'holds no control characters'],
  ['folders.ffmpeg', 'x'.repeat(2_001), 'has at most 2000 characters'],
  ['network.allowed-apps', 'https://app.example', 'start Griot with --allow-origin'],
  ['network.allowed-apps', 'app://obsidian.md, null', 'names extensions and apps'],
] as const)('%s does not take %j', (id, text, words) => {
  expect(String(read(id, text))).toContain(words)
})
