import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import { tinyPack } from '#inference/packs.test-support.ts'
import { writeSpeechCatalog } from '#inference/speech-catalog.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot àpò ohùn')
const pack = tinyPack('tiny-kokoro')
const catalog = writeSpeechCatalog(join(folder, 'catalog'), ['tiny-kokoro'])
const variables = { GRIOT_PACKS_CATALOG: catalog }
const HEART = 'tiny-kokoro.af_heart'
const griot = (...args: readonly string[]) => runGriotHere(folder, args, { variables })

test('a voice of a pack that is not installed names the command that installs it', async () => {
  const { code, err } = await griot('say', 'Hello.', '--voice', HEART, '--out', 'hello.wav')
  expect(code).toBe(1)
  expect(err).toContain('belongs to the pack Tiny kokoro, which is not installed')
  expect(err).toContain('griot models import FOLDER --pack tiny-kokoro')
})

test('the voices of an installed pack are listed, shown, speak, and are named in the file', async () => {
  const accepted = ['--accept-licence', 'CC-BY-NC-4.0']
  expect((await griot('models', 'import', pack.folder, ...accepted)).err).toBe('')
  const list = (await griot('voices', 'list', '--language', 'en')).out
  expect(list).toMatch(/tiny-kokoro\.af_heart.*Heart \(Tiny kokoro\).*not for commercial use/)
  const shown = (await griot('voices', 'show', HEART)).out
  expect(shown).toContain('a voice of the pack tiny-kokoro')
  expect(shown).toContain('CC-BY-NC-4.0: not for commercial use')
  const said = await griot(
    ...['say', 'Four pubs.', '--voice', HEART, '--out', 'pubs.wav', '--timings', 'pubs.json'],
  )
  expect([said.code, said.err]).toEqual([0, expect.stringContaining('Wrote pubs.wav')])
  const { words } = JSON.parse(readFileSync(join(folder, 'pubs.json'), 'utf8'))
  expect(words.map(({ text }: { text: string }) => text)).toEqual(['four', 'pubs'])
  const verified = await griot('verify', 'pubs.wav')
  expect(verified.out).toContain('Tiny kokoro (pack tiny-kokoro, revision a70f0e45c1cc)')
})

test('where a pack cannot speak, a built-in voice does if that is asked for, and the file names it', async () => {
  const file = join(folder, 'data/packs/tiny-kokoro/files/tokenizer.json')
  // It may be a second name of that of the tests.
  rmSync(file)
  writeFileSync(file, 'something else')
  const order = ['say', 'Four pubs.', '--voice', HEART, '--out', 'other.wav']
  const refused = await griot(...order)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is damaged')])
  const said = await griot(...order, '--voice-fallback')
  expect([said.code, said.err]).toEqual([
    0,
    expect.stringContaining('Lina, a built-in voice, speaks instead.'),
  ])
  const { out } = await griot('verify', 'other.wav')
  expect(String(out)).toContain('Lina')
  expect(String(out)).not.toMatch(/kokoro/i)
})

test('removed with its pack, the voice is gone', async () => {
  expect((await griot('models', 'remove', 'tiny-kokoro')).code).toBe(0)
  expect((await griot('voices', 'list')).out).not.toContain(HEART)
  expect((await griot('voices', 'show', HEART)).code).toBe(1)
})
