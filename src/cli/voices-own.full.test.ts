import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { READ, reads, wavOf } from '#server/voices.test-support.ts'
import { OWNER } from '#shared/access.ts'
import { CONSENT_STATEMENT } from '#shared/custom-voices.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { libraryOf } from '#storage/home.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runGriot, runGriotHere } from './griot.test-support.ts'

const folder = folderForTests('griot ohùn ድምፅ')
let recording: Buffer
const before = process.cwd()
afterAll(() => process.chdir(before))
beforeAll(async () => {
  process.chdir(folder)
  recording = wavOf(await reads('lucy'))
  await mkdir(join(folder, 'data', 'voices'), { recursive: true })
  await writeFile(join(folder, 'ohùn mi.wav'), recording)
  await writeFile(join(folder, 'ọ̀rọ̀.txt'), `\uFEFF${READ}\n`)
})

const griot = (...args: readonly string[]) => runGriotHere(folder, args)
const voices = (...args: readonly string[]) => griot('voices', ...args)
const create = (name: string, ...more: readonly string[]) =>
  voices('create', '--audio', 'ohùn mi.wav', '--transcript', READ, '--name', name, ...more)
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const kept = () => readdir(join(folder, 'data', 'voices'))

/** In a process of its own, as a shell starts it. */
async function started(args: readonly string[], input?: Uint8Array) {
  const { code, out, err } = await runGriot(folder, args, {}, input)
  return { code, out: String(out), err, bytes: out }
}

/** Sound that a command writes. */
async function heard(...args: readonly string[]): Promise<Buffer> {
  expect(await griot(...args, '--out', 'said.pcm')).toMatchObject({ code: 0, out: '' })
  return readFile(join(folder, 'said.pcm'))
}

async function made(name: string): Promise<string> {
  const { code, out, err } = await create(name, '--consent', '--json')
  expect([code, err]).toEqual([0, ''])
  return String(JSON.parse(out).voice_id)
}

/** Calls a voice otherwise, as the studio does. */
async function rename(id: string, name: string): Promise<void> {
  const database = openDatabase(libraryOf(join(folder, 'data')))
  await createStoredVoices(database).rename(OWNER, id, name, new Date().toISOString())
  database.close()
}

test('the 28 voices of the system are listed by language where there is no data folder, and none is made', async () => {
  const bare = join(folder, 'bare')
  const griot = (...args: readonly string[]) => runGriotHere(bare, args)
  const voices = (...args: readonly string[]) => griot('voices', ...args)
  const all = await voices('list')
  expect([all.code, all.err]).toEqual([0, ''])
  expect(all.out.split('\n').filter((line) => line.startsWith('  '))).toHaveLength(28)
  expect(all.out).toMatch(/^Yoruba\n {2}sade {2,}Sade {2,}female {2}/m)
  expect(all.out).toContain('Your own: none')
  const igbo = await voices('list', '--language', 'ig-NG', '--json')
  expect(JSON.parse(igbo.out).map(({ voice_id }: { voice_id: string }) => voice_id)).toEqual(
    expect.arrayContaining(['obinna', 'ngozi', 'amara', 'ebuka']),
  )
  expect(JSON.parse((await voices('list', '--own', '--json')).out)).toEqual([])
  expect((await voices('show', 'SADE')).out).toContain('Ẹ káàárọ̀, orúkọ mi ni Ṣadé.')
  const voice = `voice_${'0'.repeat(32)}`
  const unknown = await griot('say', 'Good morning.', '--voice', voice, '--out', 'none.pcm')
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('no voice')])
  expect(await readdir(folder)).not.toContain('none.pcm')
  expect(await readdir(folder)).not.toContain('bare')
})

test('a voice is made, listed, shown with what was agreed to, heard, and deleted with its recording', async () => {
  const { code, out, err } = await create('Àdá [mi]', '--consent', '--language', 'eng')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^Àdá \[mi\]: a voice of your own\n/)
  const [id = ''] = /voice_[\da-f]{32}/.exec(out) ?? []
  expect(await kept()).toEqual([id])

  const listed = await voices('list', '--own')
  expect(listed.out).toMatch(
    new RegExp(`^ {2}${id} {2}Àdá \\[mi\\] {2}English {2}made \\d{4}-`, 'm'),
  )
  expect(listed.out).toMatch(/agreed \d{4}-\d\d-\d\d, no warnings$/m)
  const [record] = JSON.parse((await voices('list', '--own', '--json')).out)
  expect(record).toMatchObject({ voice_id: id, kind: 'custom', status: 'ready', language: 'en' })

  const shown = JSON.parse((await voices('show', 'àdá [MI]', '--json')).out)
  expect(shown).toEqual({
    ...record,
    warnings: [],
    recording: {
      size_bytes: recording.length,
      seconds: expect.closeTo(recording.length / 48_000, 1),
    },
    consent: {
      statement: CONSENT_STATEMENT,
      purpose: expect.stringContaining('speech synthesis'),
      account: 'owner',
      given_by: 'the command line',
      given_at: record.created_at,
      recording_sha256: sha256(recording),
      transcript_sha256: sha256(READ),
      voice_deleted_at: null,
    },
  })
  const inWords = (await voices('show', id)).out
  for (const words of [CONSENT_STATEMENT, sha256(recording), sha256(READ), /recording +\d\.\d s/])
    expect(inWords).toMatch(words)

  const toOutput = ['voices', 'sample', 'Àdá [mi]', '-o', '-', '--format', 'pcm_s16le']
  const sample = await started(toOutput)
  expect([sample.code, sample.err]).toEqual([0, ''])
  expect(sample.bytes.length).toBeGreaterThan(48_000)
  expect(await voices('sample', id, '--out', 'àpẹẹrẹ.mp3')).toMatchObject({ code: 0, out: '' })
  expect((await readFile(join(folder, 'àpẹẹrẹ.mp3'))).length).toBeGreaterThan(5_000)

  const asked = await started(['voices', 'delete', id])
  expect([asked.code, asked.err]).toEqual([
    2,
    expect.stringMatching(/removes its recording.*--yes/s),
  ])
  expect(await kept()).toEqual([id])
  const gone = await voices('delete', 'ÀDÁ [mi]', '--yes', '--json')
  expect(JSON.parse(gone.out)).toMatchObject({ voice_id: id, status: 'deleted' })
  expect(await kept()).toEqual([])
  expect((await voices('list', '--own')).out).not.toContain(id)
  // What was agreed to outlives the voice, without any sound.
  const tombstone = JSON.parse((await voices('show', id, '--json')).out)
  expect(tombstone).toMatchObject({
    ...{ voice_id: id, status: 'deleted', recording: null },
    consent: { recording_sha256: sha256(recording), voice_deleted_at: expect.any(String) },
  })
  expect((await voices('show', id)).out).toContain('was deleted')
  for (const args of [
    ['delete', id, '--yes'],
    ['sample', id],
  ])
    expect(await voices(...args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('deleted'),
    })
})

test('one’s own voice is called by its name where it alone has it, and always by its id', async () => {
  const [first, second] = [await made('Obi'), await made('obi'.normalize('NFD'))]
  const say = (voice: string) => ['say', 'Good morning.', '--format', 'pcm_s16le', '--voice', voice]
  const twice = await griot(...say('OBI'))
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining(`${first} (made`)])
  expect((await voices('delete', first, '--yes')).code).toBe(0)
  const [named, byId, lina] = [
    await heard(...say(' obI ')),
    await heard(...say(second)),
    await heard(...say('lina')),
  ]
  expect(named.equals(byId)).toBe(true)
  expect(named.equals(lina)).toBe(false)
  expect(await griot(...say('nobody'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('The voices are John, Lucy'),
  })

  await rename(second, 'Lina')
  // The name of a system voice stays that voice.
  expect((await heard(...say('Lina'))).equals(lina)).toBe(true)
  const kept = await voices('delete', 'Lina', '--yes')
  expect([kept.code, kept.err]).toEqual([1, expect.stringContaining('system voice')])
  expect((await voices('delete', second, '--yes')).code).toBe(0)
})

test('recording and words come from files or standard input, and what was noticed goes to standard error', async () => {
  const piped = ['voices', 'create', '--audio', '-', '--transcript', '@ọ̀rọ̀.txt', '--name', 'ሃና']
  const fromInput = await started([...piped, '--consent', '--json'], recording)
  const record = JSON.parse(fromInput.out)
  expect([fromInput.code, fromInput.err, record.warnings]).toEqual([0, '', []])
  expect(record.consent).toMatchObject({
    recording_sha256: sha256(recording),
    transcript_sha256: sha256(READ),
  })
  const wrong = ['voices', 'create', '--audio', 'ohùn mi.wav', '--transcript', '@-', '--name', 'ሃና']
  const noticed = await started(
    [...wrong, '--consent'],
    Buffer.from('Nobody ever said these words.'),
  )
  expect([noticed.code, noticed.err]).toEqual([
    0,
    expect.stringContaining('make the voice again with the right one'),
  ])
  expect(noticed.out).not.toContain('make the voice again')
  const [id] = /voice_[\da-f]{32}/.exec(noticed.out) ?? []
  expect((await voices('show', String(id))).out).toContain('make the voice again')
  for (const made of [record.voice_id, id])
    expect((await voices('delete', String(made), '--yes')).code).toBe(0)
})

test('without consent nothing is made, and what is to be agreed to is shown', async () => {
  const { code, out, err } = await create('Àdá')
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(CONSENT_STATEMENT)])
  expect(await kept()).toEqual([])
})

test('a voice that is stopped while it is made leaves nothing', async () => {
  const stop = new AbortController()
  const order = ['--audio', 'ohùn mi.wav', '--transcript', READ, '--name', 'Àdá', '--consent']
  const making = runGriotHere(folder, ['voices', 'create', ...order], { stop: stop.signal })
  await expect.poll(kept, { interval: 1 }).toHaveLength(1)
  stop.abort(new Error('SIGINT'))
  expect(await making).toMatchObject({
    code: 130,
    out: '',
    err: expect.stringContaining('Nothing unfinished'),
  })
  expect(await kept()).toEqual([])
  expect((await voices('list', '--own')).out).toContain('none')
})

test('wrong use is explained, with exit code 2', async () => {
  const whole = ['--audio', 'a.wav', '--transcript', READ, '--name', 'Àdá', '--consent']
  const without = (option: string) => whole.toSpliced(whole.indexOf(option), 2)
  for (const [args, words] of [
    [[], 'list | show | create | delete | sample'],
    [['rename'], 'list | show'],
    [['list', 'lina'], 'takes options only'],
    [['list', '--own', '--system'], '--own or --system'],
    [['list', '--language', 'fr'], 'yo (Yoruba)'],
    [['list', '--yes'], 'takes no --yes'],
    [['show'], 'needs VOICE'],
    [['show', 'Àdá', 'Obi'], 'in quotes'],
    [['sample', 'lina', '--format', 'aiff'], '--format is one of wav'],
    [['sample', 'lina', '-o', 'a.xyz'], '".xyz"'],
    [['create', ...without('--audio')], '--audio FILE'],
    [['create', ...without('--transcript')], '--transcript TEXT'],
    [['create', ...without('--name')], '--name NAME'],
    [['create', ...whole, '--language', 'fr'], '--language is one of'],
    [
      ['create', ...whole, '--audio', '-', '--transcript', '@-'],
      'either the recording or its words',
    ],
    [['create', ...whole, '--consent=false'], 'does not take an argument'],
    [['create', ...whole, '--consent', 'true'], 'takes options only'],
  ] as const) {
    const { code, out, err } = await voices(...args)
    expect([args, code, out, err]).toEqual([args, 2, '', expect.stringContaining(words)])
  }
})

test('what cannot become a voice is told in words with exit code 1, and leaves nothing', async () => {
  await writeFile(join(folder, 'large.wav'), new Uint8Array(10 * 1024 * 1024 + 1))
  await writeFile(join(folder, 'short.wav'), wavOf((await reads('lucy')).subarray(0, 1.9 * 24_000)))
  await writeFile(join(folder, 'archive.wav'), 'PK\u0003\u0004 nothing')
  await writeFile(join(folder, 'latin.txt'), Buffer.from('\xc0d\xe0', 'latin1'))
  await mkdir(join(folder, 'folder'))
  const order = (audio: string, transcript = READ, name = 'Àdá') =>
    voices(...['create', '--audio', audio, '--transcript', transcript, '--name', name, '--consent'])
  for (const [answer, words] of [
    [await order('nothing.wav'), 'There is no file "nothing.wav"'],
    [await order('folder'), 'is a folder'],
    [await order('/dev/zero'), 'is not a regular file'],
    [await order('large.wav'), '10,485,760 bytes'],
    [await order('short.wav'), '1.90 s'],
    [await order('archive.wav'), 'zip archive'],
    [await order('ohùn mi.wav', '@nothing.txt'), 'There is no file "nothing.txt"'],
    [await order('ohùn mi.wav', '@latin.txt'), 'UTF-8'],
    [await order('ohùn mi.wav', '@large.wav'), 'at most 2000 characters'],
    [await order('ohùn mi.wav', ' '), 'transcript is empty'],
    [await order('ohùn mi.wav', 'a'.repeat(2_001)), '2001 characters'],
    [await order('ohùn mi.wav', READ, 'ẹ'.repeat(121)), '121 characters'],
    [await order('ohùn mi.wav', READ, 'Àdá\u0007'), 'control characters'],
    [await voices('show', 'nobody'), 'no voice "nobody"'],
    [await voices('show', `voice_${'0'.repeat(32)}`), 'no voice'],
  ] as const) {
    const { code, out, err } = answer
    expect([words, code, out, err]).toEqual([words, 1, '', expect.stringContaining(words)])
  }
  expect(await kept()).toEqual([])
  await rm(join(folder, 'large.wav'))
})

test('a recording that is gone from disk is told, and its voice speaks and is deleted all the same', async () => {
  const id = await made('Fúnmi')
  await rm(join(folder, 'data', 'voices', id), { recursive: true })
  expect((await voices('show', id)).out).toContain('no longer on disk')
  expect(JSON.parse((await voices('show', id, '--json')).out).recording).toBeNull()
  expect((await voices('sample', id)).code).toBe(0)
  expect(await voices('delete', id, '--yes')).toMatchObject({ code: 0, err: '' })
})

test('a list of texts and a live text know one’s own voice by its name, too', async () => {
  const [first, second] = [await made('Obi'), await made('obi')]
  await writeFile(join(folder, 'list.csv'), 'text,voice\nGood morning.,OBI\nGood night.,lina\n')
  const list = ['say', '--batch', 'list.csv', '--out', 'list', '--json']
  const { done, results } = JSON.parse((await griot(...list)).out)
  expect([done, results[0].detail]).toEqual([1, expect.stringContaining(`${first} (made`)])
  expect((await voices('delete', first, '--yes')).code).toBe(0)
  const again = JSON.parse((await griot(...list)).out)
  expect(again).toMatchObject({ done: 2, results: [{ voice: second }, { voice: 'lina' }] })
  const live = ['listen', '--voice', 'OBI', '--out', '-']
  expect(await started(live, Buffer.from('Good morning.'))).toMatchObject({ code: 0, err: '' })
  expect((await voices('delete', second, '--yes')).code).toBe(0)
})
