import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { getFfmpeg } from '#media/ffmpeg.test-support.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'
import { createTakes, type FinishedTake, type TakeNews, type Takes } from './takes.ts'

const WRITER = join(import.meta.dirname, 'take-writer.test-support.ts')
const PROJECT = 'project-1'
const forever = new AbortController().signal

function openTakes(home: string, now = () => new Date()): Takes {
  return createTakes({ folderOf: () => folderOf(home), getFfmpeg, now, madeBy: () => 'griot test' })
}
const folderOf = (home: string): string => join(home, 'projects', PROJECT, 'takes')

function finished(lineId: string, hz = 440, more: Partial<FinishedTake> = {}): FinishedTake {
  return {
    id: randomUUID(),
    lineId,
    source: { text: `Line ${lineId}.`, voice: 'lina', speed: 1, dictionary: '' },
    samples: Float32Array.from(
      { length: SAMPLE_RATE },
      (_, index) => 0.3 * Math.sin((2 * Math.PI * hz * index) / SAMPLE_RATE),
    ),
    words: [{ text: 'Line', start: 0, end: 0.5 }],
    ...more,
  }
}

test('a take is found again by another process, with its sound to the sample', async () => {
  const home = folderForTests('takes')
  const take = finished('a')
  const takes = openTakes(home)
  await takes.keep(PROJECT, take)
  const [stored] = (await openTakes(home).list(PROJECT)).takes
  expect(stored).toMatchObject({ id: take.id, lineId: 'a', text: 'Line a.', seconds: 1 })
  expect(stored).toMatchObject({ star: false, note: '', deleted: false, madeBy: 'griot test' })
  expect(stored?.loudness).toBeGreaterThan(-20)
  const { samples, words } = await openTakes(home).samplesOf(PROJECT, take.id, forever)
  expect(samples).toHaveLength(SAMPLE_RATE)
  expect(words).toEqual(take.words)
  const worst = samples.reduce(
    (most, sample, index) => Math.max(most, Math.abs(sample - (take.samples[index] ?? 0))),
    0,
  )
  expect(worst).toBeLessThan(1 / 32_768)
  const { flac, peaks } = await takes.open(PROJECT, take.id)
  expect(Buffer.from(flac.subarray(0, 4)).toString()).toBe('fLaC')
  expect(peaks).toHaveLength(100)
  expect(Math.max(...peaks)).toBe(Math.round(0.3 * 255))
})

test('a take can be exported while it is still being stored', async () => {
  const takes = openTakes(folderForTests('takes'))
  const take = finished('a')
  const kept = takes.keep(PROJECT, take)
  expect((await takes.samplesOf(PROJECT, take.id, forever)).samples).toHaveLength(SAMPLE_RATE)
  await kept
})

test('stars, notes, choices, deleting and its undo are told and outlast a restart', async () => {
  const home = folderForTests('takes')
  const takes = openTakes(home)
  const [one, other] = [finished('a'), finished('a', 550)]
  const news: TakeNews[] = []
  takes.onNews((told) => news.push(told))
  await takes.keep(PROJECT, one)
  await takes.keep(PROJECT, other)
  await takes.change(PROJECT, one.id, { star: true, note: 'Warm.' })
  await takes.change(PROJECT, other.id, { deleted: true })
  await takes.choose(PROJECT, { lineId: 'a', takeId: one.id, lineKey: 'key', isReadAlike: true })
  await takes.change(PROJECT, other.id, { deleted: false })
  expect(news.at(-1)?.takes).toMatchObject([{ id: other.id, deleted: false }])
  const again = await openTakes(home).list(PROJECT)
  expect(again.takes).toMatchObject([
    { id: one.id, star: true, note: 'Warm.' },
    { id: other.id, deleted: false },
  ])
  expect(again.choices).toMatchObject([
    { lineId: 'a', takeId: one.id, lineKey: 'key', isReadAlike: true },
  ])
  await expect(takes.change(PROJECT, randomUUID(), { star: true })).rejects.toThrow(/no such take/)
})

test('a take that sounds the same takes the place of the one before it, with its star', async () => {
  const takes = openTakes(folderForTests('takes'))
  const [one, same] = [finished('a'), finished('a')]
  await takes.keep(PROJECT, one)
  await takes.change(PROJECT, one.id, { star: true })
  await takes.keep(PROJECT, same)
  await takes.keep(PROJECT, finished('b'))
  const { takes: all } = await takes.list(PROJECT)
  const there = all.filter(({ deleted }) => !deleted)
  expect(there.map(({ lineId, star }) => [lineId, star])).toEqual([
    ['a', true],
    ['b', false],
  ])
})

test('a torn end, a damaged line and a foreign line lose nothing else, and are told in words', async () => {
  const home = folderForTests('takes')
  const [one, other] = [finished('a'), finished('b', 550)]
  await openTakes(home).keep(PROJECT, one)
  const index = join(folderOf(home), 'index.jsonl')
  appendFileSync(index, '{"kind":"take","id":"cut')
  await openTakes(home).keep(PROJECT, other)
  appendFileSync(index, '{"kind":"of another time"}\n')
  const { takes, problem } = await openTakes(home).list(PROJECT)
  expect(takes.map(({ id }) => id)).toEqual([one.id, other.id])
  expect(problem).toContain('2 records')
})

test('a sound that is missing or damaged is told in words; all others can be heard', async () => {
  const home = folderForTests('takes')
  const all = [finished('a'), finished('b', 550), finished('c', 660)]
  const takes = openTakes(home)
  for (const take of all) await takes.keep(PROJECT, take)
  const sha256s = readFileSync(join(folderOf(home), 'index.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line): string => JSON.parse(line).sha256)
  rmSync(join(folderOf(home), `${sha256s[0]}.flac`))
  writeFileSync(join(folderOf(home), `${sha256s[1]}.flac`), 'not a sound')
  const again = openTakes(home)
  const before = await again.list(PROJECT)
  expect(before.takes[0]?.problem).toContain('missing')
  await expect(again.open(PROJECT, all[1]?.id ?? '')).rejects.toThrow(/damaged/)
  expect((await again.list(PROJECT)).takes[1]?.problem).toContain('damaged')
  expect((await again.open(PROJECT, all[2]?.id ?? '')).words).toHaveLength(1)
})

test('the sound of a take that was deleted a week ago is removed, unless another take has it', async () => {
  const home = folderForTests('takes')
  const takes = openTakes(home)
  const [gone, kept, same] = [finished('a'), finished('b', 550), finished('c', 550)]
  for (const take of [gone, kept, same]) await takes.keep(PROJECT, take)
  await takes.change(PROJECT, gone.id, { deleted: true })
  await takes.change(PROJECT, kept.id, { deleted: true })
  const later = new Date(Date.now() + 8 * 24 * 60 * 60_000)
  expect((await openTakes(home).list(PROJECT)).takes[0]?.problem).toBeUndefined()
  const all = (await openTakes(home, () => later).list(PROJECT)).takes
  expect(all.map(({ problem }) => problem === undefined)).toEqual([false, true, true])
})

test('takes of a project that was moved are found where it lies now', async () => {
  const home = folderForTests('takes')
  let place = join(home, 'before')
  const takes = createTakes({
    folderOf: () => place,
    ...{ getFfmpeg, now: () => new Date(), madeBy: () => 'griot test' },
  })
  await takes.keep(PROJECT, finished('a'))
  renameSync(place, join(home, 'after'))
  place = join(home, 'after')
  await takes.keep(PROJECT, finished('b', 550))
  const { takes: listed } = await takes.list(PROJECT)
  expect(listed.map(({ lineId, problem }) => [lineId, problem])).toEqual([
    ['a', undefined],
    ['b', undefined],
  ])
})

test('two processes that write at once keep all that both have written, and hear of each other', async () => {
  const home = folderForTests('takes')
  const here = openTakes(home)
  await here.list(PROJECT)
  // Listened to from the start: either may end before this process has kept its own.
  const ends = ['x', 'y'].map((name) => once(startWriter(home, name), 'exit'))
  for (let number = 0; number < 5; number++)
    await here.keep(PROJECT, finished(`here ${number}`, 300 + number))
  await Promise.all(ends)
  const news: TakeNews[] = []
  here.onNews((told) => news.push(told))
  await here.poll()
  const { takes, problem } = await here.list(PROJECT)
  expect(problem).toBeUndefined()
  expect(takes.map(({ lineId }) => lineId).sort()).toEqual(
    [...['here', 'x', 'y'].flatMap((name) => [0, 1, 2, 3, 4].map((n) => `${name} ${n}`))].sort(),
  )
  for (const { id } of takes) await here.open(PROJECT, id)
})

fullTest(
  'whenever a process is killed while it stores takes, those it has told of are whole',
  async () => {
    const home = folderForTests('takes')
    for (const delay of [0, 40, 90, 150]) {
      const writer = startWriter(home, `killed ${delay}`)
      // It may have stored all of them before it is killed.
      const ended = once(writer, 'exit')
      let told = ''
      writer.stdout?.on('data', (bytes) => {
        told += String(bytes)
      })
      await once(writer.stdout ?? writer, 'data')
      await wait(delay)
      writer.kill('SIGKILL')
      await ended
      const takes = openTakes(home)
      const { takes: all } = await takes.list(PROJECT)
      const known = new Map(all.map(({ lineId, id }) => [lineId, id]))
      // The last line may have been cut off.
      for (const lineId of told.split('\n').slice(0, -1))
        await expect(takes.open(PROJECT, known.get(lineId) ?? '')).resolves.toBeDefined()
    }
    const left = readdirSync(folderOf(home)).filter((name) => name.endsWith('.part'))
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000)
    await openTakes(home, () => tomorrow).list(PROJECT)
    for (const name of left) expect(existsSync(join(folderOf(home), name))).toBe(false)
  },
)

/** A process that stores five takes, and writes the line of each when it is stored. */
function startWriter(home: string, name: string): ChildProcess {
  const writer = spawn(process.execPath, [WRITER, home, PROJECT, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    writer.kill('SIGKILL')
  })
  return writer
}

test('a link or a pipe in the folder of takes is not followed, nor waited for', async () => {
  const home = folderForTests('takes')
  const takes = openTakes(home)
  const take = finished('a')
  await takes.keep(PROJECT, take)
  const [sound = ''] = readdirSync(folderOf(home)).filter((name) => name.endsWith('.flac'))
  const path = join(folderOf(home), sound)
  renameSync(path, `${path}.real`)
  symlinkSync(`${path}.real`, path)
  const again = openTakes(home)
  await expect(again.open(PROJECT, take.id)).rejects.toMatchObject({
    code: 'take/damaged',
    message: expect.stringMatching(/is a link/),
  })
  const index = join(folderOf(home), 'index.jsonl')
  rmSync(index)
  await once(spawn('mkfifo', [index]), 'exit')
  await expect(openTakes(home).list(PROJECT)).rejects.toMatchObject({ code: 'project/damaged' })
})
