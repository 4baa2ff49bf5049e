import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import { createFolderBlobs } from '#storage/blobs/folder.ts'
import { openDatabase } from '#storage/db/database.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { createBatches } from './batches.ts'
import { createEmbeddedRunner } from './embedded-runner.ts'
import { inputKeyOf } from './keys.ts'
import { type RunnerWorld, runnerContract } from './runner.contract.ts'
import { openWorld, pacedSpeech, SETTINGS } from './world.test-support.ts'

const folder = folderForTests('griot ìpele')
let count = 0

const live = () => createLiveProcess(process.pid)

interface Options {
  readonly lineMs?: number
  readonly quotaBytes?: () => number
  /** Happens before bytes are stored. */
  readonly beforePut?: () => void
}

function open({ lineMs = 0, quotaBytes, beforePut }: Options = {}) {
  const own = join(folder, String(++count))
  const database = openDatabase(join(own, 'library.db'))
  const stored = createFolderBlobs(join(own, 'blobs'))
  const blobs: Blobs = {
    ...stored,
    async put(...blob) {
      beforePut?.()
      return stored.put(...blob)
    },
  }
  const bugs: unknown[] = []
  const speech = pacedSpeech(lineMs)
  const world = openWorld({
    ...{ database, blobs, folder: own, speech, bugs },
    ...(quotaBytes ? { quotaBytes } : {}),
  })
  const live = createLiveProcess(process.pid)
  const start = async () => {
    const runner = createEmbeddedRunner({
      ...world.tools,
      owner: live.mark,
      concurrency: 1,
      pollMs: 50,
      isAlive: live.isAlive,
    })
    return {
      ...runner,
      async close() {
        await runner.close()
        database.close()
      },
    }
  }
  return { world, start, bugs, database }
}

describe('the runner inside a program', () => {
  runnerContract(async (options): Promise<RunnerWorld> => open(options))

  test('a batch of which no line can be spoken is refused in words, and nothing is left of it', async () => {
    const { world, database } = open()
    onTestFinished(() => database.close())
    const bad = (line: number) => ({
      line,
      customId: `${line}`,
      problem: { code: 'x', message: `No ${line}.` },
    })
    await expect(world.order([1, 2, 3, 4].map(bad))).rejects.toMatchObject({
      code: 'request/invalid',
      message:
        'No line can be spoken. Line 1: No 1. Line 2: No 2. Line 3: No 3. And so on: none of 4 lines can be spoken.',
    })
    await expect(world.order([])).rejects.toThrow('There are no lines to speak.')
    expect((await world.batches.list('Àdá', { limit: 10 })).batches).toEqual([])
    for await (const { key } of world.tools.blobs.list('')) expect(key).toBe('nothing')
  })

  test('a batch whose result could not be deleted is cancelled, and can be deleted again', async () => {
    const { world, start } = open()
    const runner = await start()
    onTestFinished(runner.close)
    const batch = await world.over(await world.order(['One', 'fail']))
    const { rows, blobs } = world.tools
    const broken = createBatches({
      ...{ rows, blobs, now: () => new Date(), process: live() },
      files: {
        removeNamed: async () => {
          throw new AppError('storage/failed', 'The disk does not answer.')
        },
      },
    })
    await expect(broken.remove('Àdá', batch.id)).rejects.toThrow('The disk does not answer.')
    expect(await world.batches.get('Àdá', batch.id)).toMatchObject({ status: 'cancelled' })
    await expect(world.batches.retry('Àdá', batch.id)).rejects.toThrow('This batch is cancelled')
    await world.batches.remove('Àdá', batch.id)
    await expect(world.batches.get('Àdá', batch.id)).rejects.toThrow('no such batch')
  })

  test('lines wait while there is no room for their sound, and no attempt is counted', async () => {
    let isFull = true
    const { world, start } = open({
      beforePut() {
        if (isFull) throw new AppError('storage/full', 'The disk is full: free some space.')
      },
    })
    isFull = false
    const order = await world.order(['One', 'Two', 'Three', 'Four', 'Five'])
    isFull = true
    const runner = await start()
    onTestFinished(runner.close)
    await expect.poll(() => world.tools.speech.spoken.length).toBeGreaterThan(20)
    const [chunk] = await world.tools.rows.chunks(order.id, { after: 0, limit: 1 })
    expect(chunk).toMatchObject({ status: 'waiting', error: 'The disk is full: free some space.' })
    isFull = false
    const batch = await world.over(order)
    expect(batch.progress).toMatchObject({ completed: 5, dead: 0, failed: 0 })
  })

  test('lines that were in work beside others when programs ended are spoken, however many programs did', async () => {
    const { world, start } = open()
    const { rows, now } = world.tools
    const order = await world.order(['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
    const waiting = { after: 0, limit: 10, status: 'waiting' } as const
    for (let ends = 0; ends < 7; ends++) {
      for (const chunk of await rows.chunks(order.id, waiting))
        await rows.claim(chunk, { owner: `0 ${ends}`, now: now(), until: now() + 60_000 })
      await rows.freeLeases(`0 ${ends}`)
    }
    const runner = await start()
    onTestFinished(runner.close)
    const batch = await world.over(order)
    expect(batch.progress).toMatchObject({ completed: 6, failed: 0, dead: 0 })
  })

  test('a line that was alone at three ends of its program is a dead letter, and one that failed once more is not', async () => {
    const { world, start } = open()
    const { rows, now } = world.tools
    const order = await world.order([...['One', 'Two', 'Three', 'Four'], 'Five'])
    for (const ends of [2, 3]) {
      const [chunk] = await rows.chunks(order.id, { after: 4, limit: 1 })
      if (!chunk) throw new Error('The fifth line has no chunk.')
      for (let end = chunk.lostAlone; end < ends; end++) {
        const lease = { owner: '0 gone', now: now(), until: now() + 60_000, isAlone: true }
        await rows.claim(chunk, lease)
        await rows.freeLeases(lease.owner)
      }
      if (ends === 2) {
        await rows.claim(chunk, { owner: '0 gone', now: now(), until: 0 })
        await rows.release(chunk, { error: 'The voice has stopped.', notBefore: 0 })
        expect(await rows.findChunk(chunk)).toMatchObject({ attempts: 3, lost: 2, lostAlone: 2 })
      }
    }
    const runner = await start()
    onTestFinished(runner.close)
    const batch = await world.over(order)
    expect(batch.progress).toMatchObject({ completed: 4, dead: 1 })
    expect(world.errors(batch)).toMatchObject([
      { line: 5, error: { message: expect.stringContaining('nothing else was in work then') } },
    ])
  })

  test('what a program that is gone was taking in is removed at the next start, and what others take in is not', async () => {
    const { world, database } = open()
    onTestFinished(() => database.close())
    const { rows, blobs } = world.tools
    const gone = spawnSync(process.execPath, ['--version']).pid
    const entered = (id: string, reader: string) => {
      const createdAt = new Date().toISOString()
      const batch = { id, account: 'Àdá', tokenName: undefined, createdAt }
      return rows.add({ ...batch, settings: JSON.stringify(SETTINGS) }, 100, reader)
    }
    await entered('batch_gone', `${gone} x`)
    await entered('batch_here', `${process.ppid} x`)
    const bytes = async function* () {
      yield Buffer.from('{}')
    }
    await blobs.put(inputKeyOf('batch_gone'), { bytes: bytes(), type: 'application/jsonl' })
    await world.batches.tidy()
    const { batches } = await world.batches.list('Àdá', { limit: 10 })
    expect(batches.map(({ id }) => id)).toEqual(['batch_here'])
    expect(await blobs.head(inputKeyOf('batch_gone'))).toBeUndefined()
  })

  test('dead letters can be tried again for a week', async () => {
    const { world, start } = open()
    const runner = await start()
    onTestFinished(runner.close)
    const batch = await world.over(await world.order(['One', 'fail']))
    const later = (days: number) =>
      createBatches({
        ...{ rows: world.tools.rows, blobs: world.tools.blobs, files: world.tools.files },
        now: () => new Date(Date.now() + days * 86_400_000),
        process: live(),
      })
    await later(6).tidy()
    const page = { limit: 10, after: 0 }
    expect(await world.batches.dead('Àdá', batch.id, page)).toHaveLength(1)
    await later(8).tidy()
    expect(await world.batches.dead('Àdá', batch.id, page)).toEqual([])
    await expect(world.batches.retry('Àdá', batch.id)).rejects.toThrow('not kept any more')
    expect(world.results(await world.batches.get('Àdá', batch.id))).toHaveLength(1)
  })

  test('what is in work when the program closes is not an attempt, and the next one does it', async () => {
    const { world, start, database } = open()
    const live = createLiveProcess(process.pid)
    const order = await world.order(['hold on', 'Two'])
    const runner = createEmbeddedRunner({
      ...world.tools,
      owner: live.mark,
      isAlive: live.isAlive,
      pollMs: 50,
    })
    const [chunk] = await world.tools.rows.chunks(order.id, { after: 0, limit: 1 })
    await expect
      .poll(async () => (chunk ? (await world.tools.rows.findChunk(chunk))?.attempts : 0))
      .toBe(1)
    await runner.close()
    expect(await world.tools.rows.owners()).toEqual([])
    expect(chunk && (await world.tools.rows.findChunk(chunk))?.attempts).toBe(0)
    expect(database.dialect).toBe('sqlite')
    const next = await start()
    await world.batches.cancel('Àdá', order.id)
    expect((await world.over(order)).status).toBe('cancelled')
    await next.close()
  })
})
