import { expect, test } from 'vitest'
import type { ChunkExtent, ChunkResult, Lease } from '#storage/db/batch-chunks.ts'
import { type BatchRows, createBatchRows, type NewBatch } from '#storage/db/batches.ts'
import type { RowDatabase } from '#storage/db/steps.ts'

const NOW = 1_772_600_707_000
const lease = (owner: string, now = NOW): Lease => ({ owner, now, until: now + 60_000 })
const RESULT: ChunkResult = {
  ...{ key: 'b/1', soundBytes: 5_000_000_000, resultBytes: 300, completed: 9, failed: 1 },
  seconds: 12.5,
}

/** What every store of batches does, over databases that `open` opens empty. */
export function batchesContract(open: () => Promise<RowDatabase>): void {
  const opened = async (): Promise<BatchRows> => createBatchRows(await open())

  test('a batch is entered, cut into chunks and begun', async () => {
    const rows = await opened()
    await rows.add(newBatch('b'), 100)
    expect(await rows.find('b')).toEqual({
      ...newBatch('b'),
      ...{ number: expect.any(Number), status: 'validating', output: '{}', lines: 0 },
      ...{ inputBytes: 0, error: undefined, startedAt: undefined, endedAt: undefined },
      ...{ finalizingAt: undefined, cancellingAt: undefined },
    })
    await rows.addChunks([chunk('b', 1), chunk('b', 11)])
    expect(await rows.nextOf('Àdá', NOW)).toBeUndefined()
    const facts = { lines: 20, inputBytes: 6_000_000_000, at: newBatch('b').createdAt }
    expect([await rows.start('b', facts), await rows.start('b', facts)]).toEqual([true, false])
    expect(await rows.find('b')).toMatchObject({
      ...{ status: 'in_progress', lines: 20, inputBytes: 6_000_000_000 },
      startedAt: facts.at,
    })
    expect(await rows.accountsWithWork()).toEqual(['Àdá'])
    expect(await rows.nextOf('Àdá', NOW)).toMatchObject({ firstLine: 1, lastLine: 10, attempts: 0 })
    expect(await rows.nextOf('Bọ́lá', NOW)).toBeUndefined()
    expect(await rows.find('c')).toBeUndefined()
  })

  test('no batch is entered while its account has as many that are not over as it may have', async () => {
    const rows = await opened()
    const [one, other] = ['b', 'c'].map((id) => rows.add(newBatch(id), 1))
    expect([await one, await other].sort()).toEqual([false, true])
    const [first] = await rows.list('Àdá', { before: Number.MAX_SAFE_INTEGER, limit: 2 })
    expect(await rows.add({ ...newBatch('d'), account: 'Bọ́lá' }, 1)).toBe(true)
    await rows.move(first?.id ?? '', { from: ['validating'], to: 'cancelled' })
    expect(await rows.add(newBatch('e'), 1)).toBe(true)
    expect(await rows.add(newBatch('f'), 1)).toBe(false)
  })

  test('the same chunks added again are there once, and thousands go in one call', async () => {
    const rows = await opened()
    await rows.add(newBatch('b'), 100)
    const many = Array.from({ length: 1_234 }, (_, index) => chunk('b', 1 + index * 10))
    await rows.addChunks(many)
    await rows.addChunks(many.slice(0, 500))
    expect((await rows.progress('b')).waitingChunks).toBe(1_234)
    await rows.addChunks([])
  })

  test('a chunk is begun by one, until the lease runs out, and each start is counted', async () => {
    const rows = await started()
    const [one] = [chunk('b', 1)]
    expect(await rows.claim(one, lease('x'))).toMatchObject({ attempts: 1 })
    expect(await rows.claim(one, lease('y'))).toBeUndefined()
    expect(await rows.nextOf('Àdá', NOW)).toMatchObject({ firstLine: 11 })
    expect(await rows.unfinishedOf('Àdá', 10)).toMatchObject([{ firstLine: 1 }, { firstLine: 11 }])
    expect(await rows.unfinishedOf('Àdá', 1)).toHaveLength(1)
    expect(await rows.hold(one, lease('x', NOW + 30_000))).toBe(true)
    expect(await rows.hold(one, lease('y'))).toBe(false)
    expect(await rows.claim(one, lease('y', NOW + 60_001))).toBeUndefined()
    const again = { attempts: 2, lost: 1, lostAlone: 0 }
    expect(await rows.claim(one, lease('y', NOW + 90_000))).toMatchObject(again)
    expect(await rows.claim(one, lease('z'), true)).toMatchObject({ attempts: 3, lost: 2 })
  })

  test('an attempt without an answer is lost, and those that were made alone are counted', async () => {
    const rows = await started()
    const one = chunk('b', 1)
    const alone = (owner: string): Lease => ({ ...lease(owner), isAlone: true })
    await rows.claim(one, alone('x'))
    await rows.freeLeases('x')
    expect(await rows.claim(one, lease('y'))).toMatchObject({ attempts: 2, lost: 1, lostAlone: 1 })
    expect(await rows.freeLeases('y')).toBe(1)
    // What was alone when a program ended comes last.
    expect(await rows.nextOf('Àdá', NOW)).toMatchObject({ firstLine: 11 })
    expect(await rows.claim(one, lease('z'))).toMatchObject({ attempts: 3, lost: 2, lostAlone: 1 })
    await rows.release(one, { error: 'Ó kùnà', notBefore: 0 })
    expect(await rows.claim(one, alone('z'))).toMatchObject({ attempts: 4, lost: 2, lostAlone: 1 })
    await rows.release(one, { notBefore: 0, undo: true })
    expect(await rows.claim(one, alone('z'))).toMatchObject({ attempts: 4, lost: 2, lostAlone: 1 })
    await rows.bury(one, 'It kills.')
    await rows.revive('b')
    expect(await rows.claim(one, alone('z'))).toMatchObject({ attempts: 1, lost: 0, lostAlone: 0 })
  })

  test('batches whose lines are being read are known with who reads them', async () => {
    const rows = await opened()
    await rows.add(newBatch('b'), 100, 'x')
    await rows.add(newBatch('c'), 100)
    const { createdAt } = newBatch('b')
    expect(await rows.inIntake()).toEqual([
      { id: 'b', reader: 'x', createdAt },
      { id: 'c', reader: undefined, createdAt },
    ])
    expect(await rows.owners()).toEqual([])
    await rows.start('b', { lines: 20, inputBytes: 2_000, at: createdAt })
    expect(await rows.inIntake()).toMatchObject([{ id: 'c' }])
  })

  test('a chunk has one result, the first, whoever brings it', async () => {
    const rows = await started()
    const one = chunk('b', 1)
    await rows.claim(one, lease('x'))
    const brought = [RESULT, { ...RESULT, key: 'b/2' }]
    const taken = await Promise.all(brought.map(async (result) => rows.accept(one, result)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    const result = brought[taken.indexOf(true)]
    expect(await rows.accept(one, { ...RESULT, key: 'b/3' })).toBe(false)
    expect(await rows.findChunk(one)).toMatchObject({ status: 'done', result })
    expect(await rows.claim(one, lease('y', NOW + 1e9))).toBeUndefined()
    expect(await rows.progress('b')).toEqual({
      ...{ waitingChunks: 1, waiting: 10, completed: 9, failed: 1, dead: 0, cancelled: 0 },
      seconds: 12.5,
    })
  })

  test('a chunk that failed waits until its time, and one that was not tried is not counted', async () => {
    const rows = await started()
    const one = chunk('b', 1)
    await rows.claim(one, lease('x'))
    await rows.release(one, { error: 'Ó kùnà', notBefore: NOW + 5_000 })
    expect(await rows.nextOf('Àdá', NOW)).toMatchObject({ firstLine: 11 })
    expect(await rows.nextOf('Àdá', NOW + 5_000)).toMatchObject({ firstLine: 1, error: 'Ó kùnà' })
    await rows.claim(one, lease('x'))
    await rows.release(one, { notBefore: 0, undo: true })
    expect(await rows.findChunk(one)).toMatchObject({ attempts: 1, error: 'Ó kùnà' })
  })

  test('a chunk is divided, and a late result of the whole is not taken', async () => {
    const rows = await started()
    const one = chunk('b', 1)
    await rows.claim(one, lease('x'))
    const parts = [1, 2, 3].map((line) => ({ ...one, firstLine: line, lastLine: line, lines: 1 }))
    expect(await rows.split(one, parts, { attempts: 2, lost: 0 })).toBe(true)
    expect(await rows.split(one, parts, { attempts: 2, lost: 0 })).toBe(false)
    expect(await rows.accept(one, RESULT)).toBe(false)
    const page = await rows.chunks('b', { after: 0, limit: 10 })
    expect(page.map(({ firstLine, attempts }) => [firstLine, attempts])).toEqual([
      [1, 2],
      [2, 2],
      [3, 2],
      [11, 0],
    ])
    expect(await rows.chunks('b', { after: 2, limit: 1 })).toMatchObject([{ firstLine: 3 }])
  })

  test('dead letters are listed and tried again', async () => {
    const rows = await started()
    for (const first of [1, 11]) expect(await rows.bury(chunk('b', first), 'It kills.')).toBe(true)
    expect(await rows.bury(chunk('b', 1), 'It kills.')).toBe(false)
    const dead = { after: 0, limit: 10, status: 'dead' } as const
    expect(await rows.chunks('b', dead)).toMatchObject([{ error: 'It kills.' }, { firstLine: 11 }])
    expect(await rows.progress('b')).toMatchObject({ dead: 20, waiting: 0, waitingChunks: 0 })
    const time = newBatch('b').createdAt
    const at = { step: 'ended', time } as const
    await rows.move('b', { from: ['in_progress'], to: 'completed', at })
    expect(await rows.deadBefore(time)).toEqual([])
    expect(await rows.deadBefore('2027-01-01T00:00:00.000Z')).toEqual(['b'])
    expect(await rows.revive('b', 11)).toBe(1)
    expect(await rows.revive('b')).toBe(1)
    expect(await rows.revive('b')).toBe(0)
    expect(await rows.findChunk(chunk('b', 1))).toMatchObject({ status: 'waiting', attempts: 0 })
  })

  test('nothing of a batch that is paused is begun, but what is in work is taken', async () => {
    const rows = await started()
    await rows.claim(chunk('b', 1), lease('x'))
    expect(await rows.move('b', { from: ['in_progress'], to: 'paused', error: 'Quota' })).toBe(true)
    expect(await rows.move('b', { from: ['in_progress'], to: 'paused' })).toBe(false)
    expect(await rows.find('b')).toMatchObject({ status: 'paused', error: 'Quota' })
    expect(await rows.nextOf('Àdá', NOW)).toBeUndefined()
    expect(await rows.accountsWithWork()).toEqual([])
    expect(await rows.claim(chunk('b', 11), lease('y'))).toBeUndefined()
    expect(await rows.accept(chunk('b', 1), RESULT)).toBe(true)
    await rows.move('b', { from: ['paused', 'failed'], to: 'in_progress' })
    expect((await rows.find('b'))?.error).toBeUndefined()
    expect(await rows.nextOf('Àdá', NOW)).toMatchObject({ firstLine: 11 })
  })

  test('a batch that is cancelled takes no result any more', async () => {
    const rows = await started()
    await rows.claim(chunk('b', 1), lease('x'))
    const time = newBatch('b').createdAt
    const at = { step: 'cancelling', time } as const
    await rows.move('b', { from: ['in_progress'], to: 'cancelling', at })
    expect(await rows.hold(chunk('b', 1), lease('x'))).toBe(false)
    expect(await rows.accept(chunk('b', 1), RESULT)).toBe(false)
    await rows.cancelChunks('b')
    expect(await rows.progress('b')).toMatchObject({ cancelled: 20, waitingChunks: 0 })
    expect(await rows.inStatus(['cancelling', 'finalizing'])).toMatchObject([
      { id: 'b', cancellingAt: time },
    ])
  })

  test('a batch is finished by one at a time, and its files are written down', async () => {
    const rows = await started()
    expect(await rows.holdBatch('b', lease('x'))).toBe(true)
    expect(await rows.holdBatch('b', lease('y'))).toBe(false)
    expect(await rows.holdBatch('b', lease('x', NOW + 1))).toBe(true)
    expect(await rows.holdBatch('b', lease('y', NOW + 60_001))).toBe(true)
    await rows.setOutput('b', '{"manifest":"ìwé"}')
    expect((await rows.find('b'))?.output).toBe('{"manifest":"ìwé"}')
  })

  test('what an owner that is gone had begun is free at once', async () => {
    const rows = await started()
    await rows.claim(chunk('b', 1), lease('x'))
    await rows.claim(chunk('b', 11), lease('y'))
    expect([...(await rows.owners())].sort()).toEqual(['x', 'y'])
    expect(await rows.freeLeases('x')).toBe(1)
    expect(await rows.nextOf('Àdá', NOW)).toMatchObject({ firstLine: 1, attempts: 1 })
  })

  test('batches are listed newest first, by account and page, and removed whole', async () => {
    const rows = await opened()
    for (const id of ['b', 'c', 'd']) await rows.add(newBatch(id), 100)
    await rows.add({ ...newBatch('e'), account: 'Bọ́lá', tokenName: undefined }, 100)
    const ids = async (before: number, limit = 10) =>
      (await rows.list('Àdá', { before, limit })).map(({ id }) => id)
    expect(await ids(Number.MAX_SAFE_INTEGER)).toEqual(['d', 'c', 'b'])
    expect(await ids((await rows.find('d'))?.number ?? 0, 1)).toEqual(['c'])
    await rows.addChunks([chunk('c', 1)])
    await rows.remove('c')
    expect(await ids(Number.MAX_SAFE_INTEGER)).toEqual(['d', 'b'])
    expect((await rows.progress('c')).waitingChunks).toBe(0)
  })

  test('the backlog counts the chunks of all batches by what they wait for', async () => {
    const rows = await started()
    const none = { waiting: 0, running: 0, paused: 0, dead: 0 }
    const since = newBatch('b').createdAt
    expect(await rows.backlog(NOW)).toEqual({
      chunks: { ...none, waiting: 2 },
      waitingSince: since,
    })
    await rows.claim(chunk('b', 1), lease('x'))
    expect((await rows.backlog(NOW)).chunks).toEqual({ ...none, waiting: 1, running: 1 })
    expect((await rows.backlog(NOW + 60_000)).chunks).toEqual({ ...none, waiting: 2 })
    await rows.bury(chunk('b', 1), 'It was not to be said.')
    await rows.move('b', { from: ['in_progress'], to: 'paused' })
    const paused = { chunks: { ...none, paused: 1, dead: 1 }, waitingSince: undefined }
    expect(await rows.backlog(NOW)).toEqual(paused)
    await rows.move('b', { from: ['paused'], to: 'in_progress' })
    await rows.accept(chunk('b', 11), RESULT)
    await rows.move('b', { from: ['in_progress'], to: 'completed' })
    expect((await rows.backlog(NOW)).chunks).toEqual({ ...none, dead: 1 })
    await rows.move('b', { from: ['completed'], to: 'cancelled' })
    expect(await rows.backlog(NOW)).toEqual({ chunks: none, waitingSince: undefined })
  })

  /** Rows with a batch "b" of two chunks in progress. */
  async function started(): Promise<BatchRows> {
    const rows = await opened()
    await rows.add(newBatch('b'), 100)
    await rows.addChunks([chunk('b', 1), chunk('b', 11)])
    await rows.start('b', { lines: 20, inputBytes: 2_000, at: newBatch('b').createdAt })
    return rows
  }
}

const newBatch = (id: string): NewBatch => ({
  ...{ id, account: 'Àdá', tokenName: 'laptop', settings: '{"ohùn":"sade"}' },
  createdAt: '2026-03-04T05:06:07.000Z',
})

const chunk = (batchId: string, firstLine: number): ChunkExtent => ({
  ...{ batchId, firstLine, lastLine: firstLine + 9, lines: 10 },
  ...{ startByte: firstLine * 100, endByte: firstLine * 100 + 1_000 },
})
