import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { AppError } from '#shared/errors.ts'
import { exportsForTests, forever, line, order, quiet, runAll } from './exporter.test-support.ts'

const { exporter, home, provenance, wasMadeHere } = await exportsForTests()

import { writeWhole } from './write-whole.ts'

test('a script becomes one file whose header tells its true length', async () => {
  const steps: number[] = []
  const result = await exporter().run(
    order([line('Good morning.'), line('   '), line('How are you?', 'lina')]),
    (done, total) => steps.push(done / total),
    forever,
  )
  expect(result.fileName).toBe('My first script.wav')
  expect(result.location.kind).toBe('download')
  expect(steps).toEqual(steps.toSorted((one, other) => one - other))
  expect(steps.at(-1)).toBe(1)
  const found = await readdir(join(home, 'exports'), { recursive: true })
  const path = join(home, 'exports', found.find((name) => name.endsWith('.wav')) ?? '')
  const wav = await readFile(path)
  // Behind the sound there is nothing but its manifest.
  const manifestAt = 44 + wav.readUInt32LE(40)
  expect(wav.toString('latin1', manifestAt, manifestAt + 4)).toBe('C2PA')
  expect(wav.readUInt32LE(manifestAt + 4)).toBeGreaterThanOrEqual(wav.length - manifestAt - 9)
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
  expect(result.sizeBytes).toBe(wav.length)
})

test('a line is exported in the language chosen for it', async () => {
  const lengthIn = async (language?: 'yo'): Promise<number> => {
    const said = { ...line('Igba 3, 250.'), language }
    return (await exporter().run(order([said]), quiet, forever)).sizeBytes
  }
  const own = await lengthIn()
  expect(await lengthIn()).toBe(own)
  expect(await lengthIn('yo')).not.toBe(own)
})

test('a browser finds a finished export by its id and nothing by a guess', async () => {
  const service = exporter()
  const { location } = await service.run(order([line('Yes.')], 'mp3'), quiet, forever)
  const id = location.kind === 'download' ? location.url.split('/').at(-1) : undefined
  expect(service.find(id ?? '')?.fileName).toBe('My first script.mp3')
  expect(service.find('../library.db')).toBeUndefined()
})

test('on a desktop the file goes where the person chose', async () => {
  const path = join(home, 'Ìwé mi.wav')
  const { location } = await exporter(async () => path).run(order([line('Yes.')]), quiet, forever)
  expect(location).toEqual({ kind: 'saved', path })
  expect((await stat(path)).size).toBeGreaterThan(10_000)
})

const good = { kind: 'made-here', title: 'My / first: script?', voice: 'John, Lina' }

test.each(['wav', 'mp3', 'flac', 'ogg_opus', 'webm_opus'] as const)(
  'an exported %s says what it is and who speaks',
  async (format) => {
    const path = join(home, `Ìwé ${format}`)
    const lines = [line('Yes.'), line('No.', 'lina')]
    await exporter(async () => path).run({ ...order(lines), format }, quiet, forever)
    expect(await wasMadeHere(path)).toEqual({ ...good, placement: 'standard' })
  },
)

test.each([
  ['wav_8k', 16_000, 'pcm_s16le'],
  ['wav_mulaw', 8_000, 'pcm_mulaw'],
  ['wav_alaw', 8_000, 'pcm_alaw'],
  ['mulaw', 8_000, undefined],
  ['alaw', 8_000, undefined],
] as const)(
  'a script for telephones as %s has 8 kHz and the length of its speech, and is signed where it can be',
  async (format, bytesPerSecond, codec) => {
    const lines = [line('Yes.'), line('No.', 'lina')]
    const [path, full] = [join(home, `Ìpè ${format}`), join(home, 'Ìpè.wav')]
    await exporter(async () => full).run(order(lines), quiet, forever)
    await exporter(async () => path).run({ ...order(lines), format }, quiet, forever)
    const seconds = (await readFile(full)).readUInt32LE(40) / 48_000
    const bytes = await readFile(path)
    const headed = format === 'wav_8k' ? 44 : 58
    const length = codec ? bytes.readUInt32LE(headed - 4) : bytes.length
    expect(Math.abs(length / bytesPerSecond - seconds)).toBeLessThan(0.001)
    if (!codec) return
    expect(await wasMadeHere(path)).toEqual({ ...good, placement: 'standard' })
    const ffmpeg = await getFfmpeg()
    const { stderr } = spawnSync(ffmpeg.path, ['-hide_banner', '-i', path, '-f', 'null', '-'])
    expect(String(stderr)).toMatch(new RegExp(`${codec}.* 8000 Hz, (?:mono|1 channels)`))
  },
)

test('a webm has its manifest beside it too, and a flac there alone where the owner wants it so', async () => {
  const { settings } = provenance
  const lines = [line('Yes.'), line('No.', 'lina')]
  await settings.change({ ...settings.get(), flac: 'sidecar' })
  for (const [format, extension, inside] of [
    ['webm_opus', 'webm', 'made-here'],
    ['flac', 'flac', 'nothing'],
  ] as const) {
    const path = join(home, `orin.${extension}`)
    const saving = exporter(async () => path).run({ ...order(lines), format }, quiet, forever)
    const sidecarPath = join(home, 'orin.c2pa')
    expect((await saving).location).toEqual({ kind: 'saved', path, sidecarPath })
    expect((await wasMadeHere(path)).kind).toBe(inside)
    if (format === 'flac')
      expect(await wasMadeHere(path, sidecarPath)).toEqual({ ...good, placement: 'sidecar' })
    const service = exporter()
    const { location } = await service.run({ ...order(lines), format }, quiet, forever)
    const url = location.kind === 'download' ? location.sidecarUrl : undefined
    const found = service.find(url?.split('/').at(-1) ?? '')
    expect(found?.fileName).toBe('My first script.c2pa')
    expect((await readFile(found?.path ?? '')).includes('c2pa.claim.v2')).toBe(true)
  }
  await settings.change({ ...settings.get(), flac: 'embed' })
})

test('a desktop saves into the folder of the settings without asking, beside what is there', async () => {
  const folder = join(home, 'Àwọn ìgbéjáde', 'Rédíò')
  const ask = async (): Promise<undefined> => {
    throw new Error('Nobody is asked.')
  }
  const { run } = exporter(ask, ask, undefined, () => folder)
  const lines = [line('Yes.')]
  for (const name of ['My first script.wav', 'My first script (2).wav']) {
    const { location } = await run(order(lines), quiet, forever)
    expect(location).toMatchObject({ kind: 'saved', path: join(folder, name) })
    expect((await readFile(join(folder, name))).toString('latin1', 0, 4)).toBe('RIFF')
  }
  await writeFile(join(home, 'a file'), '')
  const wrong = exporter(ask, ask, undefined, () => join(home, 'a file', 'in it'))
  await expect(wrong.run(order(lines), quiet, forever)).rejects.toThrow(
    `The folder for exports, "${join(home, 'a file', 'in it')}", cannot be made`,
  )
})

test('an export that cannot be signed leaves the earlier file as it was', async () => {
  const path = join(home, 'unsigned.wav')
  await exporter(async () => path).run(order([line('First.')]), quiet, forever)
  const before = await readFile(path)
  const keyFile = join(home, 'provenance/signing-key.pem')
  const key = await readFile(keyFile, 'utf8')
  await writeFile(keyFile, 'no key')
  const failing = exporter(async () => path).run(order([line('Second.')]), quiet, forever)
  await expect(failing).rejects.toMatchObject({ code: 'sign/key' })
  await writeFile(keyFile, key)
  expect((await readFile(path)).equals(before)).toBe(true)
  expect((await readdir(home)).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('choosing no file exports nothing and says so', async () => {
  const nothing = exporter(async () => undefined).run(order([line('Yes.')]), quiet, forever)
  await expect(nothing).rejects.toMatchObject({ code: 'speech/cancelled' })
})

test('a script of empty lines is refused in words', async () => {
  await expect(
    exporter().run(order([line(' '), line('\n')]), quiet, forever),
  ).rejects.toMatchObject({
    code: 'text/empty',
  })
})

test('a translation in doubt is not spoken until it is accepted; its text alone is exported', async () => {
  const doubts = { found: [{ kind: 'negation', source: 'not', text: '' } as const] }
  const doubtful = { ...line('I go.'), doubts }
  const inDoubt = exporter().run(order([line('Yes.'), doubtful]), quiet, forever)
  await expect(inDoubt).rejects.toMatchObject({
    code: 'request/invalid',
    message: expect.stringContaining('accepted: "I go."'),
  })
  const accepted = { ...doubtful, doubts: { ...doubts, accepted: 'I go.' } }
  expect((await exporter().run(order([accepted]), quiet, forever)).state).toBe('done')
  const { files } = await runAll(exporter().many, { lines: [doubtful], formats: ['csv'] })
  expect(files.map(({ state }) => state)).toEqual(['done'])
})

test('a stopped export leaves no file behind', async () => {
  const path = join(home, 'stopped.wav')
  const stop = new AbortController()
  const running = exporter(async () => path).run(
    order([line('One. Two. Three. Four. Five.')]),
    () => stop.abort(),
    stop.signal,
  )
  await expect(running).rejects.toThrow()
  expect((await readdir(home)).filter((name) => name.startsWith('stopped'))).toEqual([])
})

test('a failing line leaves the file of an earlier export as it was', async () => {
  const path = join(home, 'kept.wav')
  const service = exporter(async () => path)
  await service.run(order([line('First.')]), quiet, forever)
  const before = await readFile(path)
  await expect(
    service.run(order([line('Good.'), line('Bad.', 'nobody')]), quiet, forever),
  ).rejects.toThrow(AppError)
  expect(await readFile(path)).toEqual(before)
})

test('a place that cannot be written is named, with what to check', async () => {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(10)
  }
  const file = join(home, 'a file')
  await writeWhole(file, bytes(), 'pcm_s16le')
  const inside = join(file, 'a.wav')
  await expect(writeWhole(inside, bytes(), 'pcm_s16le')).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining(inside),
  })
})

test('an export that cannot take its place leaves no manifest of it either', async () => {
  const folder = await mkdtemp(join(home, 'taken '))
  const path = join(folder, 'orin.webm')
  // A folder is in the way.
  await mkdir(path)
  const wanted = { ...order([line('Good morning.')]), format: 'webm_opus' } as const
  const saving = exporter(async () => path).run(wanted, quiet, forever)
  await expect(saving).rejects.toMatchObject({ code: 'storage/failed' })
  expect(await readdir(folder)).toEqual(['orin.webm'])
})

test('a long title in Ethiopic letters is a file name that the disk takes', async () => {
  const title = 'ሰላምለዓለም'.repeat(20)
  const result = await exporter().run({ ...order([line('Good morning.')]), title }, quiet, forever)
  expect(Buffer.byteLength(result.fileName)).toBeLessThanOrEqual(255)
  expect(result.fileName.startsWith('ሰላምለዓለም')).toBe(true)
})

test('an export that waits for a browser is for its owner alone, and one that a person saved is theirs', async () => {
  const service = exporter()
  const { location } = await service.run(order([line('Yes.')]), quiet, forever)
  const id = location.kind === 'download' ? basename(location.url) : ''
  const path = service.find(id)?.path ?? ''
  const modeOf = async (place: string): Promise<number> => (await stat(place)).mode & 0o777
  if (process.platform !== 'win32')
    expect([await modeOf(path), await modeOf(dirname(path))]).toEqual([0o600, 0o700])
  const chosen = join(home, 'theirs.wav')
  await exporter(async () => chosen).run(order([line('Yes.')]), quiet, forever)
  const other = join(home, 'other')
  await writeFile(other, '')
  expect(await modeOf(chosen)).toBe(await modeOf(other))
})
