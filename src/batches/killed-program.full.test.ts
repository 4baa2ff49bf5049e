import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { unpackTar } from 'modern-tar'
import { afterAll, expect, test } from 'vitest'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { openDatabase } from '#storage/db/database.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { openWorld, type World } from './world.test-support.ts'

const folder = folderForTests('griot pípa')
const ENTRY = fileURLToPath(new URL('./kill-in-child.test-support.ts', import.meta.url))
const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** A library, and programs that run its batches. */
function open(name: string): { readonly own: string; readonly world: World; close(): void } {
  const own = join(folder, name)
  const database = openDatabase(join(own, 'library.db'))
  const blobs = createFolderBlobs(join(own, 'blobs'))
  return { own, world: openWorld({ database, blobs, folder: own }), close: database.close }
}

async function startProgram(own: string, lineMs: number): Promise<ChildProcess> {
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, [ENTRY, own, `${lineMs}`], {
    stdio: [...stdio],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')])
  return child
}

test('programs that are killed in the middle of a batch lose no line and give none twice', async () => {
  const { own, world, close } = open('lines')
  const texts = Array.from({ length: 150 }, (_, index) => `Ìlà ${index + 1}`)
  const order = await world.order(texts)
  const completed = async (): Promise<number> =>
    (await world.batches.get('Àdá', order.id)).progress.completed
  for (let kills = 0; kills < 12; kills++) {
    const before = await completed()
    const child = await startProgram(own, 10)
    let now = before
    while (now === before && now < texts.length) {
      await wait(5)
      now = await completed()
    }
    child.kill('SIGKILL')
  }
  await startProgram(own, 0)
  const batch = await world.over(order)
  expect(batch).toMatchObject({ status: 'completed', progress: { completed: 150, dead: 0 } })
  expect(world.results(batch).map(({ line }) => line)).toEqual(texts.map((_, index) => index + 1))
  const tar = await unpackTar(new Uint8Array(world.read('Àdá', batch.output.sound)))
  expect(tar.map(({ data }) => Buffer.from(data ?? []).toString())).toEqual(texts)
  close()
})

test('a program that is killed while it assembles a result leaves nothing behind, and the next one does it', async () => {
  const { own, world, close } = open('joining')
  const order = await world.order(['One', 'Two', 'Three'], { settings: { sound: 'joined' } })
  writeFileSync(join(own, 'end-while-joining'), '')
  const child = await startProgram(own, 0)
  while (child.exitCode === null && child.signalCode === null) await wait(20)
  expect((await world.batches.get('Àdá', order.id)).status).toBe('finalizing')
  await startProgram(own, 0)
  const batch = await world.over(order)
  expect(String(world.read('Àdá', batch.output.sound))).toBe('OneTwoThree')
  const { results, sound, manifest } = batch.output
  const files = readdirSync(join(own, 'files'), { recursive: true, withFileTypes: true })
  const stored = files.filter((file) => file.isFile() && !file.name.endsWith('.json'))
  expect(stored.map(({ name }) => name).sort()).toEqual([results, sound, manifest].sort())
  close()
})

test('a line that kills every program that speaks it becomes a dead letter, and all others are spoken', async () => {
  const { own, world, close } = open('poison')
  const order = await world.order(['One', 'Two', 'kill', 'Four', 'Five', 'Six'])
  const isOver = async (): Promise<boolean> =>
    (await world.batches.get('Àdá', order.id)).status === 'completed'
  while (!(await isOver())) {
    const child = await startProgram(own, 0)
    while (child.exitCode === null && child.signalCode === null && !(await isOver())) await wait(20)
    child.kill('SIGKILL')
  }
  const batch = await world.batches.get('Àdá', order.id)
  expect(batch.progress).toMatchObject({ completed: 5, dead: 1 })
  expect(world.results(batch).map(({ line }) => line)).toEqual([1, 2, 4, 5, 6])
  expect(world.errors(batch)).toMatchObject([
    {
      line: 3,
      error: { code: 'dead_letter', message: expect.stringContaining('The program ended 3 times') },
    },
  ])
  // Twice as part of its chunk, three times alone, and the one that speaks the rest.
  expect(readFileSync(join(own, 'starts'), 'utf8').length).toBeLessThanOrEqual(6)
  close()
})
