import { unpackTar } from 'modern-tar'
import { expect, onTestFinished, test } from 'vitest'
import type { BatchRunner } from './runner.ts'
import { lineOf, type World } from './world.test-support.ts'

/** A world for one test, and its runner once it is to run. */
export interface RunnerWorld {
  readonly world: World
  start(): Promise<BatchRunner>
}

/** What every runner does. `open`: a world with a runner of one chunk at a time, where a line takes `lineMs`. */
export function runnerContract(
  open: (options: {
    readonly lineMs?: number
    readonly quotaBytes?: () => number
  }) => Promise<RunnerWorld>,
): void {
  const running = async (options: Parameters<typeof open>[0] = {}): Promise<World> => {
    const { world, start } = await open(options)
    world.runner = await started(start)
    return world
  }
  const started = async (start: RunnerWorld['start']): Promise<BatchRunner> => {
    const runner = await start()
    onTestFinished(() => runner.close())
    return runner
  }

  test('every line is spoken once, and the results are in the order of the lines', async () => {
    const world = await running()
    const texts = Array.from({ length: 41 }, (_, index) => `Ọ̀rọ̀ ${index + 1}`)
    const batch = await world.over(await world.order(texts))
    expect(batch).toMatchObject({ status: 'completed', progress: { completed: 41, failed: 0 } })
    expect(batch.output.errors).toBeUndefined()
    expect(world.results(batch).map(({ line, custom_id: id }) => `${line} ${id}`)).toEqual(
      texts.map((_, index) => `${index + 1} c${index + 1}`),
    )
    const tar = await unpackTar(world.read('Àdá', batch.output.sound))
    expect(tar.map(({ data }) => Buffer.from(data ?? []).toString())).toEqual(texts)
    expect(tar.map(({ header }) => header.name)).toEqual(
      world.results(batch).map(({ response }) => response?.body.file),
    )
    const manifest = JSON.parse(String(world.read('Àdá', batch.output.manifest)))
    expect(manifest).toMatchObject({
      ...{ batch_id: batch.id, status: 'completed', program: 'griot for tests' },
      lines: { total: 41, completed: 41, failed: 0, dead: 0, cancelled: 0 },
      ...{
        seconds: 20.5,
        voices: [{ voice: 'lina', language: 'en', engine: 'paced 1', lines: 41 }],
      },
      files: [{ role: 'results' }, { role: 'sound', file_id: batch.output.sound }],
    })
    expect([...world.tools.speech.spoken].sort()).toEqual([...texts].sort())
    await expect
      .poll(() => Array.fromAsync(world.tools.blobs.list('batches/'), ({ key }) => key))
      .toEqual([])
  })

  test('joined sound is that of the lines, one behind the other, with silence between them', async () => {
    const world = await running()
    const settings = { sound: 'joined', gapSeconds: 1 / 24_000 } as const
    const batch = await world.over(await world.order(['ab', 'cd', 'refuse', 'ef'], { settings }))
    expect(String(world.read('Àdá', batch.output.sound))).toBe('ab\0\0cd\0\0ef\0\0')
    expect(world.results(batch).map(({ response }) => response?.body.file)).toEqual([
      ...[null, null, null],
    ])
  })

  test('a bad line has its own error and stops nobody', async () => {
    const world = await running()
    const bad = { line: 2, customId: 'x', problem: { code: 'invalid_json', message: 'Not JSON.' } }
    const again = lineOf(4, 'Again', 'c1')
    const batch = await world.over(await world.order(['One', bad, 'refuse', again, 'Five']))
    expect(world.results(batch).map(({ line }) => line)).toEqual([1, 5])
    expect(world.errors(batch)).toMatchObject([
      { line: 2, custom_id: 'x', error: { code: 'invalid_json', message: 'Line 2: Not JSON.' } },
      { line: 3, error: { code: 'text/unspeakable' } },
      { line: 4, custom_id: 'c1', error: { code: 'duplicate_custom_id' } },
    ])
    expect(batch.progress).toMatchObject({ completed: 2, failed: 3 })
  })

  test('a line that fails every time becomes a dead letter, and its neighbours are spoken', async () => {
    const world = await running()
    const batch = await world.over(await world.order(['One', 'fail', 'Three', 'Four', 'Five']))
    expect(batch).toMatchObject({ status: 'completed', progress: { completed: 4, dead: 1 } })
    expect(world.results(batch).map(({ line }) => line)).toEqual([1, 3, 4, 5])
    expect(world.errors(batch)).toMatchObject([
      { line: 2, error: { code: 'dead_letter', message: expect.stringContaining('has stopped') } },
    ])
    const page = { limit: 10, after: 0 }
    expect(await world.batches.dead('Àdá', batch.id, page)).toEqual([
      { line: 2, customId: 'c2', text: 'fail', error: 'The voice has stopped.', attempts: 3 },
    ])
    const before = batch.output
    const { retried } = await world.batches.retry('Àdá', batch.id, 2)
    expect(retried).toBe(1)
    await expect
      .poll(async () => (await world.batches.get('Àdá', batch.id)).output.manifest)
      .not.toBe(before.manifest)
    const after = await world.over(batch)
    expect(after.progress).toMatchObject({ completed: 4, dead: 1 })
    expect(() => world.read('Àdá', before.results)).toThrow('ENOENT')
    expect(world.results(after).map(({ line }) => line)).toEqual([1, 3, 4, 5])
  })

  test('a batch that is paused begins no more lines until it is resumed', async () => {
    const world = await running({ lineMs: 20 })
    const texts = Array.from({ length: 40 }, (_, index) => `${index}`)
    const order = await world.order(texts)
    await expect.poll(() => world.tools.speech.spoken.length).toBeGreaterThan(1)
    await world.batches.pause('Àdá', order.id)
    await expect
      .poll(async () => (await world.batches.get('Àdá', order.id)).progress.completed)
      .toBeGreaterThan(0)
    await expect(world.batches.pause('Àdá', order.id)).rejects.toMatchObject({
      code: 'batch/state',
    })
    // Chunks that had begun end.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const then = world.tools.speech.spoken.length
    expect(then).toBeLessThan(40)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(world.tools.speech.spoken.length).toBe(then)
    await world.batches.resume('Àdá', order.id)
    const batch = await world.over(order)
    expect(world.results(batch)).toHaveLength(40)
    expect([...world.tools.speech.spoken].sort()).toEqual([...texts].sort())
  })

  test('a batch that is cancelled stops in mid-line, and what was spoken is its result', async () => {
    const world = await running()
    const order = await world.order(['1', '2', '3', '4', 'hold', '6', '7', '8', '9'])
    await expect
      .poll(async () => (await world.batches.get('Àdá', order.id)).progress.completed)
      .toBeGreaterThanOrEqual(4)
    expect((await world.batches.cancel('Àdá', order.id)).status).toMatch(/^cancell/)
    const batch = await world.over(order)
    expect(batch.status).toBe('cancelled')
    const lines = world.results(batch).map(({ line }) => line)
    expect(lines.slice(0, 4)).toEqual([1, 2, 3, 4])
    expect(lines).not.toContain(5)
    expect(batch.progress.completed + batch.progress.cancelled).toBe(9)
    await expect(world.batches.cancel('Àdá', order.id)).rejects.toMatchObject({
      code: 'batch/state',
    })
    await expect(world.batches.resume('Àdá', order.id)).rejects.toThrow('This batch is cancelled')
    await expect(world.batches.get('Bọ́lá', order.id)).rejects.toMatchObject({
      code: 'batch/not-found',
    })
  })

  test('a few lines of another account do not wait for the many of the first', async () => {
    const world = await running({ lineMs: 5 })
    const many = Array.from({ length: 400 }, (_, index) => `many ${index}`)
    const first = await world.order(many)
    await expect.poll(() => world.tools.speech.spoken.length).toBeGreaterThan(10)
    const few = await world.over(await world.order(['x', 'y', 'z'], { account: 'Bọ́lá' }))
    expect(few.status).toBe('completed')
    expect(world.tools.speech.spoken.length).toBeLessThan(250)
    await world.batches.cancel('Àdá', first.id)
    await world.over(first)
  })

  test('a result that does not fit waits for room', async () => {
    let quotaBytes = 100
    const world = await running({ quotaBytes: () => quotaBytes })
    const order = await world.order(['One', 'Two'])
    const paused = (): Promise<string> =>
      world.batches.get('Àdá', order.id).then(({ status }) => status)
    await expect.poll(paused).toBe('paused')
    expect((await world.batches.get('Àdá', order.id)).error).toMatch(
      /does not fit.*resume the batch/,
    )
    quotaBytes = 1e9
    await world.batches.resume('Àdá', order.id)
    expect(world.results(await world.over(order))).toHaveLength(2)
    expect(world.tools.speech.spoken).toHaveLength(2)
  })

  test('a batch that is over is deleted with its result and its dead letters, and no other one is', async () => {
    const world = await running()
    const kept = await world.over(await world.order(['Kept']))
    const order = await world.order(['One', 'fail'])
    const batch = await world.over(order)
    expect(batch).toMatchObject({ status: 'completed', progress: { completed: 1, dead: 1 } })
    await expect(world.batches.remove('Bọ́lá', batch.id)).rejects.toThrow('no such batch')
    await world.batches.remove('Àdá', batch.id)
    await expect(world.batches.get('Àdá', batch.id)).rejects.toThrow('no such batch')
    for (const id of Object.values(batch.output).filter((value) => value?.includes('-')))
      expect(() => world.read('Àdá', id)).toThrow('ENOENT')
    expect(await Array.fromAsync(world.tools.blobs.list('batches/'), ({ key }) => key)).toEqual([])
    expect(world.results(kept)).toHaveLength(1)
    await expect(world.batches.remove('Àdá', batch.id)).rejects.toThrow('no such batch')
  })

  test('a batch that is not over is not deleted', async () => {
    const world = await running()
    const order = await world.order(['hold'])
    await expect(world.batches.remove('Àdá', order.id)).rejects.toMatchObject({
      code: 'batch/state',
      message: expect.stringContaining('cancel it first'),
    })
    await world.batches.cancel('Àdá', order.id)
    const batch = await world.over(order)
    await world.batches.remove('Àdá', batch.id)
    expect((await world.batches.list('Àdá', { limit: 10 })).batches).toEqual([])
  })
}
