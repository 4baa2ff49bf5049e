import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const parent = folderForTests('griot ètò ìlà')
let made = 0
let folder = ''
beforeEach(async () => {
  folder = join(parent, `${made++}`)
})
const griot = (args: readonly string[], variables = {}) =>
  runGriotHere(folder, ['settings', ...args], { variables })

test('a setting is shown, changed and given its default back', async () => {
  expect((await griot(['get', 'export.loudness'])).out).toBe('as-spoken\n')
  const changed = await griot(['set', 'export.loudness', '-23'])
  expect([changed.code, changed.out, changed.err]).toEqual([
    0,
    'export.loudness\t-23\tstored\n',
    '',
  ])
  expect((await griot(['get', 'export.loudness'])).out).toBe('-23\n')
  const json = JSON.parse((await griot(['get', 'export.loudness', '--json'])).out)
  expect(json).toMatchObject({ value: '-23', source: 'stored', default: 'as-spoken' })
  const reset = await griot(['reset', 'export.loudness'])
  expect(reset.out).toBe('export.loudness\tas-spoken\tdefault\n')
})

test('every setting is listed, or those of a section, also as JSON', async () => {
  const all = (await griot(['list'])).out.trim().split('\n')
  expect(all).toContain('theme\tauto\tdefault')
  expect(all).toContain('providers.translate-url\t(none)\tdefault')
  const { out } = await griot(['list', '--section', 'network', '--json'])
  const ids = JSON.parse(out).map(({ id }: { id: string }) => id)
  expect(ids).toContain('network.port')
  expect(ids).not.toContain('theme')
  const wrong = await griot(['list', '--section', 'netwerk'])
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--section is one of look')])
})

test('an environment variable goes before what is stored, and that is said', async () => {
  const variables = { GRIOT_LOG_LEVEL: 'warn' }
  const { out, err } = await griot(['set', 'network.log-level', 'error'], variables)
  expect(out).toBe('network.log-level\twarn\tenvironment: GRIOT_LOG_LEVEL\n')
  expect(err).toContain('the environment variable GRIOT_LOG_LEVEL goes before it')
  const without = await griot(['set', 'network.log-level', 'error'])
  expect(without.err).toBe('It counts from the next start of Griot.\n')
})

test.each([
  [['get', 'them'], 'There is no setting "them". Did you mean "theme"?'],
  [['set', 'theme', 'pink'], 'theme is one of auto, light, dark, not "pink".'],
  [['reset'], 'Give the name of a setting, or --all for every one.'],
  [['reset', 'theme', '--all'], 'Give either a name or --all, not both.'],
])('griot settings %j is wrong use', async (args, words) => {
  const { code, err } = await griot(args)
  expect([code, err]).toEqual([2, expect.stringContaining(words)])
})

test('a voice is known by its name; one that nobody has is refused', async () => {
  const { out } = await griot(['set', 'voices.default.yo', 'Segun'])
  expect(out).toBe('voices.default.yo\tsegun\tstored\n')
  const { code, err } = await griot(['set', 'voices.default.yo', 'nobody'])
  expect([code, err]).toEqual([1, expect.stringContaining('There is no voice "nobody".')])
  expect((await griot(['get', 'voices.default.yo'])).out).toBe('segun\n')
})

test('all settings get their defaults back at once', async () => {
  await griot(['set', 'theme', 'dark'])
  await griot(['set', 'export.bitrate', '64k'])
  expect((await griot(['reset', '--all'])).out).toBe('2 settings have the default again.\n')
  expect((await griot(['get', 'theme'])).out).toBe('auto\n')
})

test('a damaged file is told and set aside', async () => {
  await griot(['set', 'theme', 'dark'])
  const path = join(folder, 'data', 'settings.json')
  writeFileSync(path, '{ "theme"')
  expect((await griot(['list'])).err).toContain('settings.json of the data folder is damaged')
  await griot(['set', 'theme', 'light'])
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ theme: 'light' })
})

test('"griot say" speaks with the voice of the settings, and "griot translate" asks their translators', async () => {
  await griot(['set', 'voices.default.yo', 'segun'])
  const order = ['say', 'Ẹ káàárọ̀.', '--language', 'yo', '--out', 'a.wav']
  await runGriotHere(folder, order)
  await runGriotHere(folder, [...order.slice(0, -1), 'b.wav', '--voice', 'segun'])
  await runGriotHere(folder, [...order.slice(0, -1), 'c.wav', '--voice', 'lina'])
  const sound = (name: string) => readFileSync(join(folder, name)).subarray(44, 40_000)
  expect(sound('a.wav').equals(sound('b.wav'))).toBe(true)
  expect(sound('a.wav').equals(sound('c.wav'))).toBe(false)
  await griot(['set', 'providers.translate-order', 'pack'])
  const { code, err } = await runGriotHere(folder, [
    'translate',
    '--to',
    'ha',
    '--from',
    'en',
    'Peace.',
  ])
  expect([code, err]).toEqual([1, expect.stringMatching(/translat/)])
})
