import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MIGRATIONS, openDatabase } from '#storage/db/database.ts'
import { libraryOf } from '#storage/home.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { readEnvironment } from './environment.ts'
import { runCommand } from './run-command.ts'

const ROOT = join(import.meta.dirname, '../..')
const folder = folderForTests('griot oníṣègùn ሐኪም')

/** Lines of the doctor by the name of their check, and its exit code. */
async function examine(
  home: string,
  resources = join(ROOT, 'resources'),
  ffmpeg = '',
  options: readonly string[] = [],
) {
  const variables = { ...process.env, GRIOT_HOME: home, GRIOT_PORT: '0' }
  const environment = readEnvironment(import.meta.dirname, true, variables)
  const given = ffmpeg === '' ? environment.ffmpeg : { ...environment.ffmpeg, ffmpegPath: ffmpeg }
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text) => lines.push(String(text)))
  onTestFinished(() => log.mockRestore())
  const stop = new AbortController().signal
  const code = await runCommand(
    ['doctor', ...options],
    { ...environment, resources, ffmpeg: given },
    stop,
  )
  log.mockRestore()
  const about = (name: string): string => lines.find((line) => line.slice(2).startsWith(name)) ?? ''
  return { about, code, last: lines.at(-1), whole: lines.join('\n') }
}

test('what is damaged, open or missing is each named with what to do, all is not well, and the exit code says so', async () => {
  const home = join(folder, 'ilé')
  const resources = join(folder, 'resources')
  cpSync(join(ROOT, 'resources'), resources, { recursive: true })
  symlinkSync(join(ROOT, 'models'), join(folder, 'models'), 'dir')
  for (const name of ['ha-words.tsv', 'ig-words.tsv', 'pcm-words.tsv']) {
    const path = join(resources, 'lexicons', name)
    const bytes = readFileSync(path)
    bytes[100] = (bytes[100] ?? 0) ^ 4
    writeFileSync(path, bytes)
  }
  rmSync(join(resources, 'ready-script.json'))
  openDatabase(libraryOf(home)).close()
  truncateSync(libraryOf(home), 10_000)
  mkdirSync(join(home, 'provenance'), { mode: 0o700 })
  chmodSync(home, 0o755)
  const { about, code, last } = await examine(home, resources, join(folder, 'no-ffmpeg'))
  expect(about('Permissions')).toMatch(/^✗ Permissions .*ilé \(0755\).*chmod -R go-rwx/)
  expect(about('Library')).toMatch(/^✗ Library .*library\.db is damaged/)
  expect(about('ffmpeg')).toMatch(/no-ffmpeg/)
  for (const name of ['ha-words.tsv', 'ig-words.tsv', 'pcm-words.tsv']) {
    expect(about('Resources')).toMatch(/^✗/)
    expect(about('Resources')).toContain(`${join(resources, 'lexicons', name)} is damaged`)
    expect(about('Speech')).toMatch(/^✗/)
    expect(about('Speech')).toContain(name)
  }
  expect(about('Resources')).toContain('ready-script.json is missing')
  expect(about('Speech')).toMatch(/Hausa: .* Igbo: .* Nigerian Pidgin: /)
  expect(about('Speech')).not.toMatch(/English:|Amharic:|Yoruba:/)
  expect(code).toBe(1)
  expect(last).toMatch(/^[4-9] of \d+ need attention\.$/)
})

test('the year and the licence of ffmpeg, how it was chosen, and how it is confined are told, in words and as JSON', async () => {
  const home = join(folder, 'ohùn')
  const old = join(folder, 'old ffmpeg')
  const shipped = createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg').path
  const options = '--enable-gpl --enable-nonfree'
  const script = `#!/bin/sh\n'${shipped}' "$@" | sed -e 's/configuration: .*/configuration: ${options}/' -e 's/2000-[0-9]*/2000-2018/'\n`
  writeFileSync(old, script, { mode: 0o755 })
  const resources = join(folder, 'nothing')
  const { whole } = await examine(home, resources, old, ['--json'])
  const { checks } = JSON.parse(whole)
  const { words, ok, details } = checks.find(({ name }: { name: string }) => name === 'ffmpeg')
  expect(ok).toBe(true)
  expect(words).toMatch(
    /of 2018, LicenseRef-FFmpeg-nonfree, .*from FFMPEG_PATH \(FFMPEG_PATH, or the newest one\)/,
  )
  expect(words).toMatch(
    /it is old.*put ffmpeg 5 or later on the PATH.*does not allow passing it on/,
  )
  expect(words).toMatch(/recordings are decoded without (network|namespaces)/)
  expect(details).toMatchObject({
    ...{ path: old, source: 'FFMPEG_PATH', year: 2018, isOld: true },
    ...{ licence: 'LicenseRef-FFmpeg-nonfree', isRedistributable: false, notTaken: [] },
    hasLimits: expect.any(Boolean),
  })
  const { about } = await examine(home, resources)
  expect(about('ffmpeg')).toMatch(/^✓ ffmpeg {7}\S+ of \d{4}, L?GPL-\d\.\d-or-later, /)
})

test('a library of a newer Griot needs attention, and the languages are told that were heard', async () => {
  const home = join(folder, 'tuntun')
  const database = openDatabase(libraryOf(home))
  database.run(`PRAGMA user_version = ${MIGRATIONS.length + 1}`)
  database.close()
  const { about, code } = await examine(home)
  expect(about('Library')).toMatch(/^✗ Library .*newer version of Griot.*Update Griot/)
  expect(about('Permissions')).toBe('✓ Permissions  private to their owner')
  expect(about('Packs')).toBe('✓ Packs        none installed (griot models list)')
  expect(about('Licences')).toMatch(
    /not for commercial use: language .*translation \(CC-BY-NC-4\.0\).*griot settings set models\.commercial-only on/,
  )
  expect(about('Speech')).toMatch(
    /^✓ Speech {7}en \d\.\d, am \d\.\d, ha \d\.\d, ig \d\.\d, yo \d\.\d, pcm \d\.\d s of sound/,
  )
  expect(code).toBe(1)
})
