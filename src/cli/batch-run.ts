import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '#app/app.ts'
import { openBatchStore } from '#app/batches/open-batch-store.ts'
import type { Batch } from '#batches/batches.ts'
import { refuseLarge } from '#batches/intake.ts'
import type { BatchSettings } from '#batches/settings.ts'
import { lineReader } from '#server/v1/batch-lines.ts'
import { OWNER } from '#shared/access.ts'
import { TEXT_LIMIT } from '#shared/script.ts'
import { type BatchKind, type LineDefaults, linesOfFile } from './batch-lines.ts'
import type { CommandContext } from './command-context.ts'
import type { Environment } from './environment.ts'
import { type BatchPlaces, openBatchApp, placesOf } from './open-batch-app.ts'
import { createProgressBar } from './progress.ts'
import { COMMAND_LINE } from './speak-file.ts'

/** What `griot batch run` is asked for. */
export interface RunOrder extends LineDefaults {
  readonly file: string
  readonly kind: BatchKind
  readonly sound: BatchSettings['sound']
  readonly gapSeconds: number
  readonly title: string
  /** Folder of the results; left out: named after the batch. */
  readonly out: string | undefined
  readonly detach: boolean
  readonly json: boolean
  readonly places: BatchPlaces
}

const LOOK_EVERY_MS = 500
/** States in which nothing happens any more unless somebody asks for it. */
const RESTING: ReadonlySet<string> = new Set(['completed', 'cancelled', 'failed', 'paused'])

/** Takes in a batch, speaks it and writes its results. Throws AppError and what `stop` throws. */
export async function runBatch(order: RunOrder, context: CommandContext): Promise<void> {
  const { environment, stop } = context
  const app = await openBatchApp(environment, order.places)
  try {
    const taken = await takeIn(app, order, stop)
    const { id } = taken
    if (order.detach) {
      console.log(order.json ? JSON.stringify(taken, null, 1) : id)
      console.error('It is spoken by a "griot serve" that runs, or by "griot batch work".')
      return
    }
    console.error(`Batch ${id}`)
    const batch = await untilResting(app, id, stop)
    await report(batch, order, context)
  } finally {
    await app.close()
  }
}

async function takeIn(app: App, order: RunOrder, stop: AbortSignal): Promise<Batch> {
  const { file, kind, sound, gapSeconds, title, voice, language, format, bitrate, speed } = order
  const read = lineReader(app, COMMAND_LINE, { endpoint: '/v1/speech', textLimit: TEXT_LIMIT })
  // What cannot be opened is told where its lines are read.
  const found = await stat(file).catch(() => undefined)
  if (found) refuseLarge(found.size, app.batches.limits)
  const hash = createHash('sha256')
  const lines = linesOfFile(
    file,
    {
      ...{ kind, read, maxLineBytes: app.batches.limits.lineBytes },
      defaults: { voice, language, format, bitrate, speed },
    },
    (piece) => hash.update(piece),
  )
  const settings: BatchSettings = {
    ...{ endpoint: '/v1/speech', sound, format, bitrate, gapSeconds, title },
    ...{ completionWindow: '24h', metadata: {} },
  }
  const by = { account: OWNER, tokenName: COMMAND_LINE.tokenName }
  return app.batches.create(by, settings, { lines, sha256: () => hash.digest('hex') }, stop)
}

async function untilResting(app: App, id: string, stop: AbortSignal): Promise<Batch> {
  const progress = createProgressBar(process.stderr, 'lines')
  try {
    for (;;) {
      const batch = await app.batches.get(OWNER, id)
      if (RESTING.has(batch.status)) return batch
      const { completed, failed, dead } = batch.progress
      progress.show(completed + failed + dead, batch.lines)
      await wait(LOOK_EVERY_MS, undefined, { signal: stop })
    }
  } finally {
    progress.clear()
  }
}

async function report(batch: Batch, order: RunOrder, context: CommandContext): Promise<void> {
  const { progress, status, error, id } = batch
  const bad = progress.failed + progress.dead
  if (error !== undefined) console.error(error)
  if (status !== 'completed') context.exitCode = 1
  if (batch.output.manifest === undefined) {
    if (order.json) console.log(JSON.stringify({ ...batch, paths: [] }, null, 1))
    return
  }
  const store = await openBatchStore(placesOf(context.environment, order.places))
  try {
    const paths = await store.copyResults(batch, order.out ?? id)
    if (order.json) console.log(JSON.stringify({ ...batch, paths }, null, 1))
    else for (const path of paths) console.log(path)
  } finally {
    await store.close()
  }
  const dead = progress.dead > 0 ? ` "griot batch dead ${id}" shows what to try again.` : ''
  console.error(
    `${progress.completed} of ${batch.lines} lines were spoken, ${bad} were not.${dead}`,
  )
  if (bad > 0) context.exitCode = 1
}

/** Speaks what is left of all batches. Throws AppError and what `stop` throws. */
export async function workOff(
  environment: Environment,
  places: BatchPlaces,
  stop: AbortSignal,
): Promise<void> {
  const app = await openBatchApp(environment, places)
  const progress = createProgressBar(process.stderr, 'batches')
  try {
    const all = await app.batches.unfinished()
    for (;;) {
      const left = await app.batches.unfinished()
      if (left === 0) return
      progress.show(Math.max(0, all - left), all)
      await wait(LOOK_EVERY_MS, undefined, { signal: stop })
    }
  } finally {
    progress.clear()
    await app.close()
  }
}
