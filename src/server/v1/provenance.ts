import type { FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import {
  VERIFICATION_LIMITS,
  type Verification,
  type VerificationPart,
} from '#app/verifications.ts'
import { InvalidRequest } from '#server/http/errors.ts'
import { readForm } from '#server/http/multipart.ts'
import { type Api, callerOf, type Operation } from '#server/http/operation.ts'
import { disconnectSignal } from '#server/http/stream.ts'
import { AppError } from '#shared/errors.ts'
import type { Verdict } from '#shared/provenance.ts'
import { formatSize } from '#storage/files/format-size.ts'
import type { GuestManifests } from './guest-manifests.ts'
import { RecordAnswer, recordAnswer, VerdictAnswer, verdictAnswer } from './provenance-schemas.ts'

/** Adds the operations on provenance: records, manifests and verification. */
export function addProvenance({ add }: Api, app: App, guestManifests: GuestManifests): void {
  add(RECORD, async ({ params, request, reply }) => {
    const requestId = String(params['request_id'])
    const record = await app.provenance.record(requestId, callerOf(request).account)
    return reply.header('cache-control', 'no-store').send(recordAnswer(record))
  })
  add(MANIFEST, async ({ params, request, reply }) => {
    const { account, kind, tokenId } = callerOf(request)
    const requestId = String(params['request_id'])
    if (kind === 'guest' && !guestManifests.isOf(requestId, tokenId)) throw notThisGuests()
    const store = await app.provenance.manifest(requestId, account)
    return reply.headers({ 'cache-control': 'no-store', 'content-type': C2PA }).send(store)
  })
  add(VERIFY, async ({ request, reply }) => {
    const verdict = await verdictOn(request, app, disconnectSignal(reply))
    return reply.header('cache-control', 'no-store').send(verdictAnswer(verdict))
  })
}

function notThisGuests(): AppError {
  return new AppError(
    'provenance/not-found',
    'No manifest is kept for this request of this guest token. Fetch it with the token that the sound was made with, or with an API key.',
  )
}

/** Verifies the file of a form. Nothing of it stays on disk. */
async function verdictOn(
  request: FastifyRequest,
  app: App,
  disconnected: AbortSignal,
): Promise<Verdict> {
  const check = await app.verifications.open(callerOf(request))
  try {
    await takeIn(request, check)
    return await check.verdict(disconnected)
  } finally {
    await check.close()
  }
}

/** Writes the parts `file` and `sidecar` down as they arrive. */
async function takeIn(request: FastifyRequest, check: Verification): Promise<void> {
  const taken = new Set<string>()
  await readForm(request, { fields: {}, files: VERIFICATION_LIMITS }, async (name, { bytes }) => {
    if (taken.has(name)) throw wrongPart(name, `Send one part "${name}", not several.`)
    taken.add(name)
    // `readForm` hands over the files that were asked for alone.
    for await (const piece of bytes) await check.append(name as VerificationPart, piece)
  })
  if (!taken.has('file'))
    throw wrongPart('file', 'Send the file as the part "file" of the form, with a file name.')
}

function wrongPart(name: string, msg: string): InvalidRequest {
  return new InvalidRequest([{ loc: ['body', name], msg, type: 'custom' }])
}

const RECORD: Operation = {
  method: 'GET',
  path: '/v1/provenance/{request_id}',
  id: 'getProvenance',
  tag: 'provenance',
  summary: 'Get the provenance record of a request',
  description:
    'The record of a sound that your account had made: when, with which voice and language, and the SHA-256 of its bytes. The text is not in it. Sounds without a manifest have no record.',
  scope: 'speak',
  params: { request_id: 'From the header X-Request-Id of the answer.' },
  responses: {
    200: { description: 'The record.', content: { 'application/json': RecordAnswer } },
    404: { description: 'Nothing was signed under this id in your account.' },
  },
}

const C2PA = 'application/c2pa'

const MANIFEST: Operation = {
  method: 'GET',
  path: '/v1/provenance/{request_id}/manifest',
  id: 'getManifest',
  tag: 'provenance',
  summary: 'Get the manifest of a sound that has none inside',
  description:
    'Of an answer that said `X-Provenance: sidecar`, once all of it was received, for thirty days. It is over the whole file and excludes nothing: save it as `NAME.c2pa` beside `NAME.flac`. A guest token fetches those of its own answers alone, until Griot ends.',
  scope: 'speak',
  guests: true,
  params: { request_id: 'From the header X-Request-Id of the answer.' },
  responses: {
    200: {
      description: 'A C2PA manifest store (JUMBF).',
      content: { [C2PA]: { type: 'string', format: 'binary' } },
    },
    404: {
      description:
        'No manifest is kept under this id in your account, or of an answer to this guest token.',
    },
  },
}

const VERIFY: Operation = {
  method: 'POST',
  path: '/v1/provenance/verify',
  id: 'verifyProvenance',
  tag: 'provenance',
  summary: 'Verify the Content Credentials of a file',
  description: `The part "file" of the form, of at most ${formatSize(VERIFICATION_LIMITS.file)}, is read while it arrives and is deleted before the answer. The part "sidecar" is its manifest as a file of its own, where it has one (\`NAME.c2pa\`). Whatever is wrong with the file is a verdict, not an error. Nothing is fetched from anywhere. While too many files are being verified, in all, for your account or with your token, the answer is 429; on a full disk it is 507.`,
  scope: 'speak',
  form: {
    type: 'object',
    properties: {
      file: { type: 'string', format: 'binary' },
      sidecar: { type: 'string', format: 'binary' },
    },
    required: ['file'],
  },
  responses: {
    200: { description: 'The verdict.', content: { 'application/json': VerdictAnswer } },
    413: { description: 'The file is larger than the limit; `detail` has the figure.' },
  },
}
