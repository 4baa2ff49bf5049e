import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { AppError } from '#shared/errors.ts'
import type { ScriptLine } from '#shared/script.ts'
import { someOf } from '#testing/tier.test-support.ts'
import { exportsForTests, line, type Orders, runAll } from './exporter.test-support.ts'

const { exporter, home, shown, wasMadeHere } = await exportsForTests()

import type { ReadTake } from './speak-part.ts'

const chapter = (text: string): ScriptLine => ({ ...line(text), kind: 'chapter' })
const BOOK = [
  chapter('Òwúrọ̀'),
  line('Good morning.'),
  { ...line('How are you?', 'lina'), pauseAfter: 2 },
  chapter('Night'),
  line('Good night.'),
]
const namesOf = (files: readonly { readonly fileName: string }[]): readonly string[] =>
  files.map(({ fileName }) => fileName)

test('every line becomes a file, beside what the folder holds already', async () => {
  const folder = await mkdtemp(join(home, 'lines '))
  await writeFile(join(folder, '2 How are you.wav'), 'mine')
  const service = exporter(undefined, async () => folder)
  const jobId = randomUUID()
  const { files } = await runAll(service.many, { jobId, lines: BOOK, division: 'lines' })
  expect(namesOf(files)).toEqual([
    ...['1 Good morning.wav', '2 How are you (2).wav', '3 Good night.wav'],
  ])
  expect(await readFile(join(folder, '2 How are you.wav'), 'utf8')).toBe('mine')
  for (const { fileName } of files) {
    const wav = await readFile(join(folder, fileName))
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect((await wasMadeHere(join(folder, fileName))).kind).toBe('made-here')
  }
  const path = join(folder, '3 Good night.wav')
  service.reveal(path)
  expect(shown).toEqual([path])
  expect(() => service.reveal('/etc/passwd')).toThrow(AppError)
  // What is tried again goes to the same folder, without a question.
  const only = ['1 Good morning.wav']
  const again = { lines: BOOK, division: 'lines', only, again: jobId } as const
  const { files: second } = await runAll(service.many, again)
  expect(namesOf(second)).toEqual(['1 Good morning (2).wav'])
})

test('pauses are those of the lines, or of the script, and longer where a chapter ends', async () => {
  const jsonOf = async (settings: Orders['settings'], lines = BOOK) => {
    const path = join(home, 'times.json')
    await runAll(exporter(async () => path).many, { lines, settings, formats: ['json'] })
    return JSON.parse(await readFile(path, 'utf8'))
  }
  const gaps = ({ lines }: { lines: { start: number; end: number }[] }): number[] =>
    lines.slice(1).map(({ start }, at) => Math.round((start - (lines[at]?.end ?? 0)) * 100) / 100)
  expect(gaps(await jsonOf(undefined))).toEqual([0.35, 2])
  const plain = [...BOOK.slice(0, 2), line('How are you?', 'lina'), ...BOOK.slice(3)]
  expect(gaps(await jsonOf({ lineGap: 0.1 }, plain))).toEqual([0.1, 1.5])
  const times = await jsonOf({ lineGap: 0, chapterGap: 3 }, plain)
  expect(gaps(times)).toEqual([0, 3])
  expect(times.chapters.map(({ title }: { title: string }) => title)).toEqual(['Òwúrọ̀', 'Night'])
  expect(times.chapters[0].end).toBe(times.lines[2].start)
  expect(times.lines[0].words.map(({ text }: { text: string }) => text)).toEqual([
    'good',
    'morning',
  ])
})

test('an audiobook has the chapters of the script, and its manifest beside it', async () => {
  const path = join(home, 'book.m4b')
  const { files } = await runAll(exporter(async () => path).many, { lines: BOOK, formats: ['m4b'] })
  const [file] = files
  const sidecarPath = join(home, 'book.c2pa')
  expect(file).toMatchObject({ state: 'done', location: { kind: 'saved', path, sidecarPath } })
  expect(await wasMadeHere(path, sidecarPath)).toMatchObject({
    kind: 'made-here',
    placement: 'sidecar',
  })
  const ffmpeg = await getFfmpeg()
  const { stdout } = spawnSync(ffmpeg.path, [
    '-loglevel',
    'error',
    '-i',
    path,
    '-f',
    'ffmetadata',
    '-',
  ])
  expect(Array.from(String(stdout).matchAll(/^title=(.*)$/gm), ([, title]) => title)).toEqual([
    ...['A day', 'Òwúrọ̀', 'Night'],
  ])
})

const LOUD_LINES = [
  line('Good morning, and welcome to the news of today.'),
  line('It rained.', 'sade'),
]

/** Loudness and true peak of a file, as ffmpeg decodes and measures it. */
async function loudnessOf(path: string, input: readonly string[] = []) {
  const ffmpeg = await getFfmpeg()
  const filter = ['-af', 'ebur128=peak=true', '-f', 'null', '-']
  const args = ['-hide_banner', '-nostats', ...input, '-i', path, ...filter]
  const report = String(spawnSync(ffmpeg.path, args).stderr)
  const summary = report.slice(report.lastIndexOf('Summary:'))
  const number = (pattern: RegExp): number => Number(pattern.exec(summary)?.[1])
  return { integrated: number(/I:\s+(\S+) LUFS/), peak: number(/Peak:\s+(\S+) dBFS/) }
}

describe.each(
  someOf([
    { formats: ['wav', 'mp3'], bitrate: '32k', loudness: -16 },
    { formats: ['mp3', 'ogg_opus', 'webm_opus', 'm4a'], bitrate: '32k', loudness: -23 },
    { formats: ['mp3', 'ogg_opus', 'webm_opus', 'm4a'], bitrate: '128k', loudness: -16 },
    { formats: ['wav_8k', 'wav_mulaw', 'alaw', 'flac'], bitrate: '128k', loudness: -16 },
  ] as const),
)('$formats with $bitrate', ({ formats, bitrate, loudness }) => {
  test(`have ${loudness} LUFS when they are decoded, and no true peak above -1 dBTP`, async () => {
    const folder = await mkdtemp(join(home, 'loud '))
    const service = exporter(undefined, async () => folder)
    await runAll(service.many, {
      ...{ lines: LOUD_LINES, title: 'loud', formats: [...formats, 'json'], bitrate, loudness },
    })
    const names = await readdir(folder)
    const sounds = names.filter((name) => !/\.(?:json|c2pa)$/.test(name))
    expect(sounds).toHaveLength(formats.length)
    for (const name of sounds) {
      const input = name.endsWith('.alaw') ? ['-f', 'alaw', '-ar', '8000', '-ac', '1'] : []
      const { integrated, peak } = await loudnessOf(join(folder, name), input)
      expect(Math.abs(integrated - loudness), name).toBeLessThanOrEqual(0.2)
      expect(peak, name).toBeLessThanOrEqual(-1)
    }
  })
})

test('a kept take is what is exported, sample by sample, and nothing is spoken', async () => {
  const take = Float32Array.from(
    { length: 4_800 },
    (_, i) => Math.round(Math.sin(i / 20) * 10_000) / 32_768,
  )
  const takeId = randomUUID()
  const readTake: ReadTake = async (projectId, id) => {
    expect([projectId, id]).toEqual(['news', takeId])
    return { samples: take, words: [{ text: 'kept', start: 0.05, end: 0.15 }] }
  }
  const folder = await mkdtemp(join(home, 'takes '))
  const service = exporter(undefined, async () => folder, readTake)
  // No voice is called so: the line could not be spoken.
  const kept = line('Kept.', 'nobody')
  const { files } = await runAll(service.many, {
    ...{ lines: [kept], title: 'take', formats: ['pcm_s16le', 'srt'] },
    ...{ projectId: 'news', takes: { [kept.id]: { id: takeId } } },
  })
  expect(namesOf(files)).toEqual(['take.pcm', 'take.srt'])
  const pcm = await readFile(join(folder, 'take.pcm'))
  expect(Array.from(take, (_, i) => pcm.readInt16LE(2 * i) / 32_768)).toEqual([...take])
  expect(await readFile(join(folder, 'take.srt'), 'utf8')).toBe(
    '1\n00:00:00,050 --> 00:00:00,883\nKept.\n',
  )
})

test('a take that was never stored is spoken once more in its own way, and a damaged one is named', async () => {
  const failing =
    (code: 'take/not-found' | 'take/damaged'): ReadTake =>
    async () => {
      throw new AppError(code, 'The sound of this take is damaged. Speak the line again.')
    }
  const kept = line('The market opens early.')
  const samplesWith = async (readTake: ReadTake, seed?: number): Promise<Buffer> => {
    const folder = await mkdtemp(join(home, 'seeds '))
    await runAll(exporter(undefined, async () => folder, readTake).many, {
      ...{ lines: [kept], title: 'seed', formats: ['pcm_s16le', 'srt'] },
      ...{ projectId: 'news', takes: { [kept.id]: { id: randomUUID(), seed } } },
    })
    return readFile(join(folder, 'seed.pcm'))
  }
  const notStored = failing('take/not-found')
  const [usual, other, same] = [
    await samplesWith(notStored),
    await samplesWith(notStored, 7),
    await samplesWith(notStored, 7),
  ]
  expect(other.equals(usual)).toBe(false)
  expect(other.equals(same)).toBe(true)
  await expect(samplesWith(failing('take/damaged'))).rejects.toThrow('Speak the line again.')
})

test('subtitles have the words as they are written, without markup, line by line', async () => {
  const lines = [line('Rice is [pause 300ms] ₦1,850 a [en]kilo[/en].'), line('Yes.', 'lina')]
  const folder = await mkdtemp(join(home, 'titles '))
  const service = exporter(undefined, async () => folder)
  await runAll(service.many, { lines, title: 't', formats: ['srt', 'vtt'] })
  const srt = await readFile(join(folder, 't.srt'), 'utf8')
  expect(srt).toMatch(
    /^1\n00:00:00,\d{3} --> [\d:,]+\nRice is ₦1,850 a kilo\.\n\n2\n[\d:,]+ --> [\d:,]+\nYes\.\n$/,
  )
  expect(await readFile(join(folder, 't.vtt'), 'utf8')).toMatch(/^WEBVTT\n\n00:00:00\.\d{3} --> /)
})

test('the script is a document with headings, and a table with every line', async () => {
  const folder = await mkdtemp(join(home, 'texts '))
  const service = exporter(undefined, async () => folder)
  const voices = { john: { name: 'John', language: 'en' }, lina: { name: 'Lina', language: 'en' } }
  const lines = [...BOOK, line('He said "no, never",\nand left.')]
  await runAll(service.many, { lines, voices, formats: ['docx', 'csv'] })
  const csv = await readFile(join(folder, 'A day.csv'), 'utf8')
  expect(csv.split('\r\n').slice(0, 3)).toEqual([
    '\ufeffnumber,chapter,voice,language,speed,pitch,volume,pause_after,text,comment,original_language,original',
    '1,Òwúrọ̀,John,en,1,,,,Good morning.,,,',
    '2,Òwúrọ̀,Lina,en,1,,,2,How are you?,,,',
  ])
  expect(csv).toContain('"He said ""no, never"",\nand left."')
  const xml = await wordsOfDocx(join(folder, 'A day.docx'))
  expect(xml).toMatch(/<w:pStyle w:val="Heading1"\/>.*Òwúrọ̀.*John: .*Good morning\..*Night/s)
})

/** Text of a Word document, which is a zip file. */
async function wordsOfDocx(path: string): Promise<string> {
  const bytes = await readFile(path)
  const entries = zipEntries(bytes)
  return entries.get('word/document.xml')?.toString('utf8') ?? ''
}

/** Contents of a zip file, by the directory at its end (APPNOTE 4.3). */
function zipEntries(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const found = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    found.set(
      zip.toString('utf8', at + 46, at + 46 + (name ?? 0)),
      method ? inflateRawSync(bytes) : bytes,
    )
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return found
}

test('a browser finds several files one by one, and all of them with their manifests in one zip', async () => {
  const service = exporter()
  const order = {
    lines: BOOK,
    title: 'Ọjọ́ kan',
    formats: ['webm_opus', 'csv'],
    division: 'chapters',
  } as const
  const { files, bundle } = await runAll(service.many, { ...order, formats: [...order.formats] })
  expect(namesOf(files)).toEqual(['Ọjọ́ kan 1 Òwúrọ̀.webm', 'Ọjọ́ kan 2 Night.webm', 'Ọjọ́ kan.csv'])
  expect(bundle?.fileName).toBe('Ọjọ́ kan.zip')
  const zip = service.find(basename(bundle?.url ?? ''))
  const entries = zipEntries(await readFile(zip?.path ?? ''))
  expect([...entries.keys()]).toEqual([
    ...['Ọjọ́ kan 1 Òwúrọ̀.webm', 'Ọjọ́ kan 1 Òwúrọ̀.webm.c2pa'],
    ...['Ọjọ́ kan 2 Night.webm', 'Ọjọ́ kan 2 Night.webm.c2pa', 'Ọjọ́ kan.csv'],
  ])
  for (const file of files) {
    if (file.state !== 'done' || file.location.kind !== 'download') throw new Error(file.state)
    const path = service.find(basename(file.location.url))?.path ?? ''
    expect(entries.get(file.fileName)?.equals(await readFile(path))).toBe(true)
  }
})

test('a line that fails is named with the reason, and the others are there', async () => {
  const folder = await mkdtemp(join(home, 'some '))
  const service = exporter(undefined, async () => folder)
  const lines = [line('Good.'), line('Bad.', 'nobody'), line('Fine.')]
  const { files } = await runAll(service.many, { lines, division: 'lines' })
  expect(files.map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
  expect(files[1]).toMatchObject({ fileName: '2 Bad.wav', code: 'voice/not-found' })
  expect((await readdir(folder)).toSorted()).toEqual(['1 Good.wav', '3 Fine.wav'])
})

test('a folder that cannot be written is named, and nothing is left of the work', async () => {
  const file = join(home, 'no folder')
  await writeFile(file, '')
  const service = exporter(undefined, async () => file)
  const failing = runAll(service.many, { lines: BOOK, division: 'lines' })
  await expect(failing).rejects.toMatchObject({
    code: 'storage/failed',
    message: expect.stringContaining('could not be written'),
  })
})

test('an export of many files that is cancelled leaves whole files only', async () => {
  const folder = await mkdtemp(join(home, 'cancelled '))
  const stop = new AbortController()
  const service = exporter(undefined, async () => folder)
  const running = runAll(
    service.many,
    { lines: BOOK, division: 'lines' },
    (done) => done > 2.2 && stop.abort(),
    stop.signal,
  )
  await expect(running).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['1 Good morning.wav'])
})
