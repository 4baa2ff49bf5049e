import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runGriotHere, startGriot } from '#cli/griot.test-support.ts'
import { tinyPack } from '#inference/packs.test-support.ts'
import { writeTranscriptionCatalog } from '#inference/transcription-catalog.test-support.ts'
import { wavOfClip } from '#server/transcriber.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'

const folder = folderForTests('griot packs ohùn ድምፅ')
const pack = tinyPack('tiny-ctc')

const catalog = writeTranscriptionCatalog(join(folder, 'catalog'))
const variables = { GRIOT_PACKS_CATALOG: catalog }
const griot = (...args: readonly string[]) => runGriotHere(folder, args, { variables })
const SAID = 'omi ilé ìwé'.normalize('NFC')
writeFileSync(join(folder, 'ohùn.wav'), wavOfClip('yo'))
writeFileSync(join(folder, 'a text.wav'), 'hello')
writeFileSync(join(folder, 'empty.wav'), '')

test('without a pack the command that helps is told', async () => {
  const { code, err } = await griot('transcribe', 'ohùn.wav')
  expect(code).toBe(1)
  expect(err).toContain('griot models import FOLDER --pack tiny-ctc')
})

test('an installed pack writes down a file, or what comes on standard input, as ordered', async () => {
  const imported = await griot('models', 'import', pack.folder, '--accept-licence', 'Apache-2.0')
  expect(imported.err).toBe('')
  const run = async (...args: readonly string[]): Promise<string> => {
    const input = args.includes('-') ? wavOfClip('yo') : ''
    const { code, out, err } = await runGriotHere(folder, ['transcribe', ...args], {
      variables,
      input,
    })
    expect([code, err]).toEqual([0, ''])
    return out
  }
  expect(await run('ohùn.wav', '--language', 'yo')).toBe(`${SAID}\n`)
  expect(await run('-', '--words', 'ilé')).toBe(`${SAID}\n`)
  expect(await run('ohùn.wav', '--format', 'srt')).toContain(`\n${SAID}\n`)
  expect(await run('ohùn.wav', '--format', 'vtt')).toMatch(/^WEBVTT\n/)
  const { words, sentences, provider } = JSON.parse(await run('ohùn.wav', '--format', 'json'))
  expect(words).toHaveLength(3)
  expect(sentences).toMatchObject([{ text: SAID }])
  expect(provider).toBe('pack tiny-ctc')
})

fullTest(
  'a recording from standard input is not left behind where nobody reads its words',
  async () => {
    const temporary = join(folder, 'ìgbà díẹ̀')
    mkdirSync(temporary)
    const places = { TMPDIR: temporary, TEMP: temporary, TMP: temporary }
    const { child, exit, err } = startGriot(folder, ['transcribe', '-'], {
      ...variables,
      ...places,
    })
    child.stdout.destroy()
    child.stdin.end(wavOfClip('yo'))
    expect([await exit, err()]).toEqual([[0, null], ''])
    expect(readdirSync(temporary).filter((name) => name.startsWith('griot-'))).toEqual([])
  },
)

fullTest(
  'a recording is checked against its text, and differences make the exit code',
  async () => {
    const check = async (text: string, ...args: readonly string[]) => {
      writeFileSync(join(folder, 'text.txt'), text)
      return griot('transcribe', 'ohùn.wav', '--language', 'yo', '--check', 'text.txt', ...args)
    }
    const right = await check('Omi, ilé, ìwé!')
    expect([right.code, right.out.toString()]).toEqual([
      0,
      'Nothing is missing, repeated or too much: 3 words checked.\n',
    ])
    const wrong = await check('Omi ọmọ ìwé.')
    expect(wrong.code).toBe(1)
    expect(wrong.out.toString()).toBe(
      '1 of 3 words needs an ear:\n  different: ọmọ, heard as ilé, at 0.9 s\n'.normalize('NFC'),
    )
    const json = JSON.parse((await check('Omi ilé ọmọ ìwé.', '--json')).out.toString())
    expect(json.reading).toMatchObject({
      ...{ words: 4, basis: 'sound' },
      findings: [{ kind: 'missing', written: 'ọmọ'.normalize('NFC'), isSure: true }],
    })
  },
)

test.each([
  [['transcribe', 'ohùn.wav', '--check', 'nowhere.txt'], 1, /text nowhere.txt cannot be read/],
  [['transcribe', 'ohùn.wav', '--format', 'docx'], 2, /text, srt, vtt, json/],
  [['transcribe', 'ohùn.wav', '--language', 'fr'], 2, /"fr" is not supported/],
  [['transcribe', 'nowhere.wav'], 1, /cannot be read \(ENOENT\)/],
  [['transcribe', 'a text.wav'], 1, /no sound file of a supported format/],
  [['transcribe', 'empty.wav'], 1, /empty\.wav is empty/],
])('%j is refused in words', async (args, expected, words) => {
  const { code, err } = await griot(...args)
  expect(code).toBe(expected)
  expect(err).toMatch(words)
})
