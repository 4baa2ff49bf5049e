import { text } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import { refuse } from '#server/http/errors.ts'
import { type Api, callerOf } from '#server/http/operation.ts'
import type { Timings } from '#shared/audio.ts'
import { AppError, isFull } from '#shared/errors.ts'
import { uuidIn } from './uuid.ts'

/** Ends the name of a file with the times of an answer. */
const EXTENSION = '.timings.json'
const READ_SECONDS = 60

/** A stretch of what was spoken, and when it is heard, in seconds from the start of the answer. */
const Stretch = z.object({ text: z.string(), start: z.number(), end: z.number() })

/** Words as they are spoken, phones in IPA, and the marks of SSML, if there are any; and words that are left out. */
export const TimingFields = {
  words: z.array(Stretch).describe('Words as they are spoken: "3.5" is "three", "point", "five".'),
  phones: z.array(Stretch).describe('Phones in IPA.'),
  marks: z.array(Stretch).optional().describe('Marks of SSML, where the text has any.'),
  unspoken: z
    .array(z.string())
    .optional()
    .describe(
      'What is left out of the text, because its language cannot read the letters; not there where all is spoken.',
    ),
}
const SpeechTimings = z
  .object({ request_id: z.uuid(), ...TimingFields })
  .meta({ id: 'SpeechTimings' })

/** Times of a stretch of an answer. */
export type Told = Pick<Timings, 'words' | 'phones' | 'marks'> & {
  readonly unspoken?: readonly string[]
}

/**
 * Collects times while a text is spoken. `take` answers those that have come since it was last called, if any; the first of them with
 * the words of the text that are left out.
 */
export function collectTimings(unspoken: readonly string[]): {
  readonly add: (more: Timings) => void
  take(): Told | undefined
} {
  let waiting: Told[] = []
  let toName = unspoken
  return {
    add: (more) => waiting.push(more),
    take() {
      if (waiting.length === 0) return undefined
      const told = waiting
      waiting = []
      const named = toName
      toName = []
      const marks = told.flatMap((one) => one.marks ?? [])
      return {
        words: told.flatMap((one) => one.words).map(inMs),
        phones: told.flatMap((one) => one.phones).map(inMs),
        ...(marks.length > 0 ? { marks: marks.map(inMs) } : {}),
        ...(named.length > 0 ? { unspoken: named } : {}),
      }
    },
  }
}

/** To the millisecond: finer is no use to a reader. */
function inMs({ text: said, start, end }: z.infer<typeof Stretch>): z.infer<typeof Stretch> {
  const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000
  return { text: said, start: rounded(start), end: rounded(end) }
}

/**
 * Passes an answer on, and keeps its times as a file of the caller's account before the answer ends. The header `Link` says where
 * they will be. A failure to store them goes to `onNotKept`.
 */
export function keepTimings(
  { files }: Pick<App, 'files'>,
  reply: FastifyReply,
  bytes: AsyncIterable<Uint8Array>,
  {
    take,
    disconnected,
    onNotKept,
  }: {
    readonly take: () => Told | undefined
    readonly disconnected: AbortSignal
    readonly onNotKept: (error: unknown, requestId: string) => void
  },
): AsyncGenerator<Uint8Array> {
  const { id } = reply.request
  const { account, tokenName: uploadedBy } = callerOf(reply.request)
  const link = `</v1/speech/${id}/timings>; rel="timings"`
  const others = reply.getHeader('link')
  reply.header('link', others === undefined ? link : `${others}, ${link}`)
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* bytes
    const record = { request_id: id, ...(take() ?? { words: [], phones: [] }) }
    const upload = { id, originalName: `${id}${EXTENSION}`, uploadedBy, bytes: once(record) }
    await files.add(account, upload, disconnected).catch((error) => {
      if (!disconnected.aborted && !isFull(error)) onNotKept(error, id)
    })
  }
  return whole()
}

async function* once(record: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(record))
}

/** GET /v1/speech/{request_id}/timings: when the words and phones of a stored answer are heard. */
export function addSpeechTimings({ add }: Api, { files }: App): void {
  add(
    {
      method: 'GET',
      path: '/v1/speech/{request_id}/timings',
      id: 'getSpeechTimings',
      tag: 'speech',
      summary: 'Get the times of the words and phones of an answer',
      description:
        'Of an answer that was asked for with `"timings": true`, once all of it was received. They are a file of yours, whose id is the id of the request: delete it there.',
      scope: 'speak',
      params: { request_id: 'The x-request-id of the answer.' },
      responses: {
        200: { description: 'The times.', content: { 'application/json': SpeechTimings } },
        404: { description: 'There is no such answer, or its times were not kept.' },
      },
    },
    async ({ params, request, reply }) => {
      const stored = await read(files, callerOf(request).account, String(params['request_id']))
      if (stored === undefined)
        return refuse(
          reply,
          404,
          'There are no times of this answer. Ask for speech with "timings": true, and receive all of it first.',
        )
      return reply.type('application/json; charset=utf-8').send(stored)
    },
  )
}

/** The stored times as JSON; undefined where there are none. */
async function read(
  files: App['files'],
  account: string,
  asked: string,
): Promise<string | undefined> {
  const id = uuidIn(asked)
  if (id === undefined) return undefined
  try {
    const { originalName } = await files.get(account, id)
    if (originalName !== `${id}${EXTENSION}`) return undefined
    const { open } = await files.follow(await files.link(account, id, READ_SECONDS))
    return await text((await open()).bytes)
  } catch (error) {
    const isGone =
      error instanceof AppError &&
      (error.code === 'file/not-found' || error.code === 'file/unfinished')
    if (isGone) return undefined
    throw error
  }
}
