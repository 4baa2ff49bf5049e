import { createHash, type Hash } from 'node:crypto'
import type { App } from '#app/app.ts'
import { refuseLarge } from '#batches/intake.ts'
import type { SourceLine } from '#batches/line.ts'
import { type Api, callerOf, type Operation } from '#server/http/operation.ts'
import { AppError } from '#shared/errors.ts'
import { lineReader, type ReadLine, readJsonLines } from './batch-lines.ts'
import {
  Batch,
  BatchList,
  batchOf,
  DeadLetters,
  DeadQuery,
  deadLetterOf,
  ListBatchesQuery,
  NewBatch,
  Retried,
  RetryBody,
} from './batches-schemas.ts'

const BATCH_ID = { batch_id: 'Id of the batch.' }
/** For as long as it takes to open a file. */
const LINK_SECONDS = 60
const GAP_SECONDS = 0.4

/** Adds the operations on batches. Batches of other accounts are unknown. */
export function addBatches({ add }: Api, app: App, textLimit: number): void {
  const { batches } = app
  add(CREATE, async ({ body, request, reply }) => {
    const caller = callerOf(request)
    const { account, tokenName } = caller
    const { endpoint, input_file_id: inputFileId, requests } = body
    const read = lineReader(app, caller, { endpoint, textLimit })
    const hash = createHash('sha256')
    const lines =
      typeof inputFileId === 'string'
        ? readJsonLines(
            hashed(await openFile(app, account, inputFileId), hash),
            batches.limits.lineBytes,
            read,
          )
        : readRequests(requests ?? [], hash, read)
    const settings = {
      ...{ endpoint, sound: body.sound ?? 'files', format: body.format ?? 'mp3' },
      ...{ bitrate: body.bitrate ?? '128k', gapSeconds: body.gap_seconds ?? GAP_SECONDS },
      ...{ completionWindow: body.completion_window ?? '24h', metadata: body.metadata ?? {} },
      ...(body.title ? { title: body.title } : {}),
      ...(typeof inputFileId === 'string' ? { inputFileId } : {}),
    }
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort(new AppError('speech/cancelled', 'The caller left.')))
    const source = { lines, sha256: () => hash.digest('hex') }
    return batchOf(await batches.create({ account, tokenName }, settings, source, gone.signal))
  })
  add(LIST, async ({ query, request }) => {
    const page = await batches.list(callerOf(request).account, query)
    const data = page.batches.map(batchOf)
    const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
    return { object: 'list', data, ...ends, has_more: page.hasMore }
  })
  add(GET, async ({ params, request }) =>
    batchOf(await batches.get(callerOf(request).account, String(params['batch_id']))),
  )
  for (const [action, operation] of ACTIONS)
    add(operation, async ({ params, request }) =>
      batchOf(await batches[action](callerOf(request).account, String(params['batch_id']))),
    )
  add(DEAD, async ({ params, query, request }) => {
    const { limit, after } = query
    const page = { limit: limit + 1, after }
    const { account } = callerOf(request)
    const letters = await batches.dead(account, String(params['batch_id']), page)
    const data = letters.slice(0, limit).map(deadLetterOf)
    return { object: 'list', data, has_more: letters.length > limit }
  })
  add(DELETE, async ({ params, request }) => {
    await batches.remove(callerOf(request).account, String(params['batch_id']))
    return { status: true }
  })
  add(RETRY, async ({ params, body, request }) => {
    const { account } = callerOf(request)
    const line = body.line ?? undefined
    const { batch, retried } = await batches.retry(account, String(params['batch_id']), line)
    return { batch: batchOf(batch), retried }
  })
}

/** The bytes of a stored file. */
async function openFile(
  { files, batches }: App,
  account: string,
  id: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { content } = await files.get(account, id)
  if (content) refuseLarge(content.sizeBytes, batches.limits)
  const { open } = await files.follow(await files.link(account, id, LINK_SECONDS))
  return (await open()).bytes
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
}

async function* readRequests(
  requests: readonly unknown[],
  hash: Hash,
  read: ReadLine,
): AsyncGenerator<SourceLine> {
  for (const [index, request] of requests.entries()) {
    hash.update(`${JSON.stringify(request)}\n`)
    yield await read(index + 1, request)
  }
}

const CREATE: Operation<typeof Batch, typeof NewBatch> = {
  method: 'POST',
  path: '/v1/batches',
  id: 'createBatch',
  tag: 'batches',
  summary: 'Speak many lines while nobody waits',
  description:
    'Each line is an object as in OpenAI’s batches: `custom_id`, `method` (POST), `url` (the endpoint) and `body`. A bad line has its own error in the result and stops no other one. The result are files of yours, within your quota: results and errors as JSONL in the order of the lines, the sound, and a manifest. A batch outlives the program, and each line is in its result once.',
  scope: 'speak',
  idempotent: true,
  body: NewBatch,
  responses: {
    200: { description: 'It is in progress.', content: { 'application/json': Batch } },
    409: { description: 'The file is still being uploaded.' },
    413: { description: 'The file, or the number of its lines, is too large.' },
    429: {
      description:
        'The account has as many batches that are not over as it may have; or there were too many requests or connections with this token, or wrong tokens from this address.',
      headers: { 'Retry-After': 'Seconds to wait before the next attempt: 1 to 60.' },
    },
  },
}

const LIST: Operation<typeof ListBatchesQuery> = {
  method: 'GET',
  path: '/v1/batches',
  id: 'listBatches',
  tag: 'batches',
  summary: 'List your batches, newest first',
  scope: 'speak',
  query: ListBatchesQuery,
  responses: {
    200: { description: 'A page.', content: { 'application/json': BatchList } },
    404: { description: 'There is no batch with the id in `after`.' },
  },
}

const ONE = {
  200: { description: 'The batch.', content: { 'application/json': Batch } },
  404: { description: 'There is no such batch.' },
} as const

const GET: Operation = {
  method: 'GET',
  path: '/v1/batches/{batch_id}',
  id: 'getBatch',
  tag: 'batches',
  summary: 'How far a batch is, and its files',
  scope: 'speak',
  params: BATCH_ID,
  responses: ONE,
}

function actionOf(action: string, summary: string, description: string): Operation {
  return {
    ...{ method: 'POST', path: `/v1/batches/{batch_id}/${action}`, id: `${action}Batch` },
    ...{ tag: 'batches', summary, description, scope: 'speak', params: BATCH_ID },
    responses: { ...ONE, 422: { description: 'The state of the batch does not allow it.' } },
  }
}

const ACTIONS = [
  [
    'cancel',
    actionOf(
      'cancel',
      'Cancel a batch',
      'What was spoken until then becomes its result. Once the state is "cancelled", its files are there.',
    ),
  ],
  ['pause', actionOf('pause', 'Pause a batch', 'Lines in work are spoken, no more are begun.')],
  [
    'resume',
    actionOf(
      'resume',
      'Resume a batch',
      'Goes on with a batch that was paused, or whose result could not be stored.',
    ),
  ],
] as const

const DELETE: Operation = {
  method: 'DELETE',
  path: '/v1/batches/{batch_id}',
  id: 'deleteBatch',
  tag: 'batches',
  summary: 'Delete a batch and its result',
  description:
    'A batch that has ended goes with the files of its result and its dead letters. A file that was sent as its input stays.',
  scope: 'speak',
  params: BATCH_ID,
  responses: {
    200: {
      description: 'The batch and the files of its result are deleted.',
      content: {
        'application/json': {
          type: 'object',
          properties: { status: { const: true } },
          required: ['status'],
        },
      },
    },
    404: ONE[404],
    422: { description: 'It has not ended: cancel it first.' },
  },
}

const DEAD: Operation<typeof DeadQuery> = {
  method: 'GET',
  path: '/v1/batches/{batch_id}/dead',
  id: 'listDeadLetters',
  tag: 'batches',
  summary: 'Lines that could not be spoken after several attempts',
  description: 'By their lines. `after`: only those behind this line.',
  scope: 'speak',
  params: BATCH_ID,
  query: DeadQuery,
  responses: {
    200: { description: 'A page.', content: { 'application/json': DeadLetters } },
    404: { description: 'There is no such batch.' },
  },
}

const RETRY: Operation<typeof Batch, typeof RetryBody> = {
  method: 'POST',
  path: '/v1/batches/{batch_id}/retry',
  id: 'retryBatch',
  tag: 'batches',
  summary: 'Try dead letters again',
  description: 'A batch that was completed is in progress again, and gets a new result.',
  scope: 'speak',
  params: BATCH_ID,
  body: RetryBody,
  responses: {
    200: { description: 'They are tried again.', content: { 'application/json': Retried } },
    404: { description: 'There is no such batch.' },
  },
}
