import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import type { Blobs } from '#storage/blobs/blobs.ts'
import { createHomeBlobs } from '#storage/blobs/folder.ts'
import { createLocalCopies } from '#storage/blobs/local-copies.ts'
import { createBatchRows } from '#storage/db/batches.ts'
import { createFileRows } from '#storage/db/files.ts'
import type { RowDatabase } from '#storage/db/steps.ts'
import { createFiles } from '#storage/files/files.ts'
import { pathsOf } from '#storage/files/folders.ts'
import { createSigner } from '#storage/files/links.ts'
import { createLiveProcess } from '#storage/live-process.ts'
import { type Batch, type Batches, createBatches } from './batches.ts'
import type { FinishTools } from './finish.ts'
import type { BatchLimits, ChunkSize } from './intake.ts'
import type { LineSpeech, SourceLine } from './line.ts'
import { resultFilesOf } from './result-files.ts'
import { decodeResult, type ResultLine } from './result-line.ts'
import type { BatchSettings } from './settings.ts'
import type { BatchSpeech } from './speech.ts'

/** Speech for tests that takes as long as it is told: the sound of a line is its text. */
export interface PacedSpeech extends BatchSpeech {
  /** Every text that was spoken to its end, in this order. */
  readonly spoken: string[]
}

const SMALL_CHUNKS: ChunkSize = { lines: 4, characters: 1_000 }
const BY = { voice: 'lina', language: 'en', engine: 'paced 1' }

/**
 * A text "refuse …" is at fault itself, "fail …" fails every time, "kill …" ends the process, "hold …" waits for its signal; every
 * other one is spoken after `lineMs`.
 */
export function pacedSpeech(lineMs = 0): PacedSpeech {
  const spoken: string[] = []
  const say = async ({ text }: LineSpeech, signal: AbortSignal): Promise<Uint8Array> => {
    signal.throwIfAborted()
    if (text.startsWith('refuse')) throw new AppError('text/unspeakable', 'Nobody can say that.')
    if (text.startsWith('fail')) throw new AppError('speech/failed', 'The voice has stopped.')
    if (text.startsWith('kill')) process.kill(process.pid, 'SIGKILL')
    if (text.startsWith('hold')) await wait(600_000, undefined, { signal })
    if (lineMs > 0) await wait(lineMs, undefined, { signal })
    spoken.push(text)
    return Buffer.from(text)
  }
  return {
    spoken,
    program: 'griot for tests',
    speak: async (line, _by, signal) => ({
      ...{ bytes: await say(line, signal), seconds: 0.5, by: BY, extension: 'txt' },
    }),
    speakSamples: async (line, _by, signal) => ({
      ...{ bytes: await say(line, signal), seconds: 0.5, by: BY },
    }),
    join: async (samples) => ({ bytes: samples, extension: 'txt' }),
  }
}

export const SETTINGS: BatchSettings = {
  ...{ endpoint: '/v1/speech', sound: 'files', format: 'mp3', bitrate: '128k', gapSeconds: 0 },
  ...{ completionWindow: '24h', metadata: {} },
}

/** Everything of batches but a runner, on a database and blobs. */
export interface World {
  readonly batches: Batches
  readonly tools: FinishTools & { readonly speech: PacedSpeech }
  /** Set once there is a runner. */
  runner: { wake(): void } | undefined
  order(
    texts: readonly (string | SourceLine)[],
    how?: { readonly account?: string; readonly settings?: Partial<BatchSettings> },
  ): Promise<Batch>
  /** The bytes of a file of a result. */
  read(account: string, id: string | undefined): Buffer
  results(batch: Batch): ResultLine[]
  errors(batch: Batch): ResultLine[]
  /** The batch once it is over. */
  over(batch: Batch): Promise<Batch>
}

export interface WorldOptions {
  readonly database: RowDatabase
  readonly blobs: Blobs
  readonly folder: string
  readonly speech?: PacedSpeech
  readonly quotaBytes?: () => number
  readonly owner?: string
  readonly bugs?: unknown[]
  readonly chunkSize?: ChunkSize
  readonly limits?: Partial<BatchLimits>
}

/** Opens it. */
export function openWorld(options: WorldOptions): World {
  const { database, blobs, folder, speech = pacedSpeech(), bugs = [] } = options
  const live = createLiveProcess(process.pid)
  const fileRows = createFileRows(database)
  const homeBlobs = createHomeBlobs(folder)
  const files = createFiles({
    ...{ rows: fileRows, blobs: homeBlobs, process: live, maxFiles: 1_000 },
    copies: createLocalCopies({ blobs: homeBlobs, folder: join(folder, 'copies') }),
    signer: createSigner(randomBytes(32), () => new Date()),
    ...{ quotaOf: options.quotaBytes ?? (() => 1e9), now: () => new Date() },
  })
  const rows = createBatchRows(database)
  const tools = {
    ...{ rows, blobs, speech, files: resultFilesOf(files), now: () => Date.now() },
    ...{ owner: options.owner ?? live.mark, backoffMs: 1 },
    onBug: (error: unknown) => bugs.push(error),
  }
  const world: World = {
    tools,
    runner: undefined,
    batches: createBatches({
      ...{ rows, blobs, files: tools.files, now: () => new Date(), process: live },
      ...{ chunkSize: options.chunkSize ?? SMALL_CHUNKS, limits: options.limits },
      runner: { wake: () => world.runner?.wake() },
    }),
    order: (texts, { account = 'Àdá', settings = {} } = {}) =>
      world.batches.create(
        ...[
          { account, tokenName: 'laptop' },
          { ...SETTINGS, ...settings },
        ],
        { lines: linesOf(texts), sha256: () => 'ab' },
        new AbortController().signal,
      ),
    read(account, id) {
      if (id === undefined) return Buffer.of()
      return readFileSync(pathsOf(join(folder, 'files'), { id, account }).whole)
    },
    results: ({ account, output }) => resultsIn(world.read(account, output.results)),
    errors: ({ account, output }) => resultsIn(world.read(account, output.errors)),
    async over({ account, id }) {
      for (;;) {
        const batch = await world.batches.get(account, id)
        if (batch.endedAt !== undefined && /completed|cancelled|failed/.test(batch.status))
          return batch
        if (batch.status === 'failed') return batch
        await wait(20)
      }
    },
  }
  return world
}

const resultsIn = (bytes: Buffer): ResultLine[] =>
  String(bytes)
    .split('\n')
    .filter((text) => text !== '')
    .map(decodeResult)

async function* linesOf(texts: readonly (string | SourceLine)[]): AsyncGenerator<SourceLine> {
  for (const [index, text] of texts.entries())
    yield typeof text === 'string' ? lineOf(index + 1, text) : text
}

/** A line that is to be spoken. */
export function lineOf(line: number, text: string, customId = `c${line}`): SourceLine {
  return { line, customId, speech: { text, voice: 'lina', format: 'mp3', bitrate: '128k' } }
}
