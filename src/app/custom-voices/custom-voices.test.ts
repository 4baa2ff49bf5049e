import { createHash, randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { toPcm } from '#media/pcm.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { CONSENT_PURPOSE, CONSENT_STATEMENT } from '#shared/custom-voices.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import { StoredTraits } from '#speech/engines/neural/traits.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { withCustomVoices } from '#speech/worker/with-custom-voices.ts'
import { type Database, openDatabase } from '#storage/db/database.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { createOrphans } from '#storage/library-ownership/orphans.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import {
  type CustomVoiceDependencies,
  type CustomVoices,
  createCustomVoices,
  purgeCustomVoices,
} from './custom-voices.ts'
import { openRecordings } from './recordings.ts'

const home = mkdtempSync(join(tmpdir(), 'griot ድምፅ ohùn '))
const folder = join(home, 'voices')
const forever = new AbortController().signal
const TRANSCRIPT = 'Ẹ káàárọ̀, báwo ni? Mo ń kà ìwé kan nípa ọjà Ìbàdàn ní òwúrọ̀ yìí.'
const order = { name: 'Fúnmi tèmi', transcript: TRANSCRIPT, language: undefined, consent: true }
const maker = { account: 'Àdá', tokenName: 'the phone' }
let engine: LocalSpeaker & Cloner
let database: Database
let recording: Uint8Array

beforeAll(async () => {
  engine = await speakerForTests()
  database = openDatabase(join(home, 'library.db'))
  const said = engine.speak({ text: TRANSCRIPT, voice: 'funmi', speed: 1 }, forever)
  const pcm = (await Array.fromAsync(said)).map(({ samples }) => toPcm(samples))
  recording = Buffer.concat([wavHead(pcm.reduce((sum, { length }) => sum + length, 0)), ...pcm])
})
afterAll(() => {
  database.close()
  rmSync(home, { recursive: true })
})

function wavHead(bytes: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF____WAVEfmt ')
  head.write('data', 36)
  const numbers = [36 + bytes, 16, 0x1_0001, SAMPLE_RATE, SAMPLE_RATE * 2, 0x10_0002, bytes]
  for (const [i, at] of [4, 16, 20, 24, 28, 32, 40].entries())
    head.writeUInt32LE(numbers[i] ?? 0, at)
  return head
}

const MODELS = join(import.meta.dirname, '../../../models')
const dependenciesWith = (cloner: Cloner): CustomVoiceDependencies => {
  return {
    stored: createStoredVoices(database),
    recordings: openRecordings(folder, process.pid),
    orphans: createOrphans(home, database, () => new Date()),
    cloner,
    detectLanguage: openLanguageIdentifier(MODELS, () => expect.unreachable()).identify,
    getFfmpeg,
    now: () => new Date('2026-03-04T05:06:07.890Z'),
    randomBytes,
  }
}
const open = (cloner: Cloner = engine): CustomVoices => createCustomVoices(dependenciesWith(cloner))

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000)
}
const give = (voices: CustomVoices, bytes = recording) => voices.receive(pieces(bytes))

fullTest(
  'what was agreed to is kept with hashes, by whom and when, and outlives the voice without any sound',
  async () => {
    const voices = open()
    const voice = await voices.create(order, await give(voices), maker, forever)
    expect(voice).toMatchObject({ name: 'Fúnmi tèmi', account: 'Àdá', spokenLanguage: 'yo' })
    expect(readFileSync(join(folder, voice.id, 'transcript.txt'), 'utf8')).toBe(
      TRANSCRIPT.normalize('NFC'),
    )
    const stored = createStoredVoices(database)
    const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
    const consent = {
      ...maker,
      statement: CONSENT_STATEMENT,
      purpose: CONSENT_PURPOSE,
      givenAt: '2026-03-04T05:06:07.890Z',
      recordingSha256: sha256(recording),
      transcriptSha256: sha256(TRANSCRIPT.normalize('NFC')),
      voiceDeletedAt: undefined,
    }
    expect(await stored.consent(voice.id)).toEqual(consent)
    await voices.delete('Àdá', voice.id)
    expect(readdirSync(folder)).toEqual([])
    expect(await stored.consent(voice.id)).toEqual({
      ...consent,
      voiceDeletedAt: '2026-03-04T05:06:07.890Z',
    })
    const rows = JSON.stringify(database.all('SELECT * FROM voices'))
    expect(rows).not.toContain(voice.id)
  },
)

test('without consent nothing is made, whoever asks the core', async () => {
  const voices = open()
  // A caller of the core that is no TypeScript may send anything.
  for (const consent of [false, undefined, 'true', 1] as unknown as boolean[])
    await expect(
      voices.create({ ...order, consent }, await give(voices), maker, forever),
    ).rejects.toMatchObject({ code: 'voice/consent', message: expect.stringContaining('agrees') })
  expect(await voices.list('Àdá')).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('a clone speaks every language with the pitch of its speaker, and only for its account', async () => {
  const voices = open()
  const { id } = await voices.create(order, await give(voices), maker, forever)
  const speaker = withCustomVoices(engine, voices.acquire)
  const lines = [
    ['yo', 'Ẹ ṣé gan-an.'],
    ['en', 'Good morning from Lagos.'],
    ['am', 'ሰላም ለዓለም።'],
    ['ha', 'Sannu da zuwa.'],
    ['ig', 'Ndewo, kedu?'],
    ['pcm', 'How una dey?'],
  ] as const
  for (const [language, text] of lines) {
    const asked = { text, voice: id, language, speed: 1, account: 'Àdá' }
    const chunks = await Array.fromAsync(speaker.speak(asked, forever))
    const size = chunks.reduce((sum, { samples }) => sum + samples.length, 0)
    expect(size).toBeGreaterThan(SAMPLE_RATE / 2)
    expect(chunks.some(({ samples }) => samples.some((x) => Math.abs(x) > 0.05))).toBe(true)
  }
  const used = await voices.acquire('Àdá', id)
  used?.end()
  // Funmi speaks at 232 Hz.
  const { f0Hz } = StoredTraits.parse(used?.custom.traits)
  expect(f0Hz).toBeGreaterThan(215)
  expect(f0Hz).toBeLessThan(265)
  expect(used?.custom.engine).toBe('griot-neural')
  for (const account of ['Obi', undefined]) {
    const asked = { text: 'Hello.', voice: id, speed: 1, ...(account ? { account } : {}) }
    await expect(speaker.speak(asked, forever).next()).rejects.toMatchObject({
      code: 'voice/not-found',
    })
  }
  await voices.delete('Àdá', id)
})

fullTest(
  'a voice that is deleted while it speaks says so at its next sound, also when another process deleted it',
  async () => {
    for (const isOther of [false, true]) {
      const voices = open()
      const { id } = await voices.create(order, await give(voices), maker, forever)
      const deleting = isOther ? open() : voices
      const speaker = withCustomVoices(engine, voices.acquire)
      const asked = { text: 'One. Two. Three. Four.', voice: id, speed: 1, account: 'Àdá' }
      const speaking = (async () => {
        for await (const _ of speaker.speak(asked, forever))
          await deleting.delete('Àdá', id).catch(() => undefined)
      })()
      await expect(speaking).rejects.toMatchObject({
        code: 'voice/not-found',
        message: expect.stringContaining('deleted'),
      })
    }
  },
)

fullTest(
  'of deletions at once one finds the voice, and the others say that it is not there',
  async () => {
    const voices = open()
    const { id } = await voices.create(order, await give(voices), maker, forever)
    const ends = await Promise.allSettled([1, 2, 3].map(() => voices.delete('Àdá', id)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  },
)

test('what a process that died had half-made is gone at the next start, and what another makes now stays', async () => {
  const made = (name: string): string => {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'recording'), 'sound')
    return name
  }
  const gone = 2 ** 22 - 1
  made(`making-${gone}-voice_${'b'.repeat(32)}`)
  made(`making-${process.pid}-voice_${'c'.repeat(32)}`)
  const forgotten = made(`making-${process.ppid}-voice_${'d'.repeat(32)}`)
  utimesSync(join(folder, forgotten), new Date(0), new Date(0))
  const now = made(`making-${process.ppid}-voice_${'e'.repeat(32)}`)
  utimesSync(join(folder, now), new Date('2026-03-04T05:00:00Z'), new Date('2026-03-04T05:00:00Z'))
  await purgeCustomVoices(dependenciesWith(engine))
  expect(readdirSync(folder)).toEqual([now])
  rmSync(join(folder, now), { recursive: true })
})

test('a caller who goes away while the voice is made leaves nothing', async () => {
  const stop = new AbortController()
  const voices = open({
    clone: async (asked, signal) => {
      stop.abort()
      return engine.clone(asked, signal)
    },
  })
  const making = voices.create(order, await give(voices), maker, stop.signal)
  await expect(making).rejects.toThrow('aborted')
  expect(await voices.list('Àdá')).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

fullTest(
  'a caller who goes away while others’ voices are made is told at once, and its recording is gone at once',
  async () => {
    const first = Promise.withResolvers<void>()
    const voices = open({
      clone: async (asked, signal) => {
        await first.promise
        return engine.clone(asked, signal)
      },
    })
    const making = voices.create(order, await give(voices), maker, forever)
    const stop = new AbortController()
    const waiting = voices.create(order, await give(voices), maker, stop.signal)
    expect(readdirSync(folder)).toHaveLength(2)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'speech/cancelled' })
    expect(readdirSync(folder)).toHaveLength(1)
    const late = voices.create(order, await give(voices), maker, stop.signal)
    await expect(late).rejects.toMatchObject({ code: 'speech/cancelled' })
    first.resolve()
    const { id } = await making
    expect(readdirSync(folder)).toEqual([id])
    await voices.delete('Àdá', id)
  },
)

fullTest(
  'a recording that cannot be removed is told in words, and its voice stays until it can',
  async () => {
    const voices = open()
    const { id } = await voices.create(order, await give(voices), maker, forever)
    const aside = `${folder} aside`
    renameSync(folder, aside)
    writeFileSync(folder, 'a file where the folder should be')
    await expect(voices.delete('Àdá', id)).rejects.toMatchObject({
      code: 'storage/failed',
      message: expect.stringMatching(/the voice is still there .*GRIOT_HOME/),
    })
    rmSync(folder)
    renameSync(aside, folder)
    expect(await voices.find('Àdá', id)).toMatchObject({ name: 'Fúnmi tèmi' })
    await voices.delete('Àdá', id)
    expect(readdirSync(folder)).toEqual([])
  },
)

fullTest(
  'the language of a transcript is told, and where another one is named, it is said',
  async () => {
    const voices = open()
    for (const [transcript, language, spoken, isOther] of [
      ['Kedu ka ọ dị gị? Ihe ọma ka anyị na-achọ maka ụmụ anyị niile.', undefined, 'ig', false],
      ['Lagos', undefined, 'en', false],
      [TRANSCRIPT, 'yo', 'yo', false],
      [TRANSCRIPT, 'en', 'en', true],
    ] as const) {
      const given = { ...order, transcript, language }
      const made = await voices.create(given, await give(voices), maker, forever)
      const said = made.warnings.includes('language')
      expect([made.language, made.spokenLanguage, said]).toEqual([language, spoken, isOther])
      await voices.delete('Àdá', made.id)
    }
  },
)

fullTest(
  'name and transcript are counted and kept as people see them, however their marks are encoded',
  async () => {
    const voices = open()
    const name = 'ọ̀'.repeat(60)
    const given = { ...order, name: ` ${name.normalize('NFD')} `, transcript: 'ẹ́'.repeat(1_000) }
    const { id } = await voices.create(given, await give(voices), maker, forever)
    expect((await voices.find('Àdá', id))?.name).toBe(name.normalize('NFC'))
    await voices.delete('Àdá', id)
  },
)

test('a recording that breaks off on its way leaves nothing', async () => {
  const voices = open()
  const broken = voices.receive(
    (async function* () {
      yield recording.subarray(0, 5_000)
      throw new TypeError('the caller went away')
    })(),
  )
  await expect(broken).rejects.toThrow('went away')
  expect(readdirSync(folder)).toEqual([])
})

fullTest(
  'a custom voice that comes with a request is dropped, so that no voice comes from outside',
  async () => {
    const voices = open()
    const { id } = await voices.create(order, await give(voices), maker, forever)
    const used = await voices.acquire('Àdá', id)
    used?.end()
    await voices.delete('Àdá', id)
    const speaker = withCustomVoices(engine, voices.acquire)
    if (!used) throw new Error('The voice cannot be acquired.')
    const asked = { text: 'Hello.', voice: id, speed: 1, account: 'Àdá', custom: used.custom }
    await expect(speaker.speak(asked, forever).next()).rejects.toMatchObject({
      code: 'voice/not-found',
    })
  },
)
