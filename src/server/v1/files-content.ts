import { basename, dirname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { App } from '#app/app.ts'
import { UNKNOWN_MEDIA_TYPE } from '#media/sniff.ts'
import { bearerToken } from '#server/http/auth.ts'
import { contentDisposition } from '#server/http/content-disposition.ts'
import { InvalidRequest } from '#server/http/errors.ts'
import { type Api, callerOf, type Operation } from '#server/http/operation.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import { ContentQuery } from './files-schemas.ts'

/** GET /v1/files/{file_id}/content: the bytes, for whoever has a signed address that has not expired. */
/** Lets the caller of a request pass who may use files. Throws AppError. */
export type AdmitToFiles = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export function addFileContent({ add }: Api, { files }: App, admit: AdmitToFiles): void {
  add(CONTENT, async ({ params, query, request, reply }) => {
    const fileId = String(params['file_id'])
    const link = signedIn(fileId, query, request)
    // Clients of OpenAI's API fetch it with their key.
    if (!link) await admit(request, reply)
    const { file, path, open } = await files.follow(
      link ?? (await files.link(callerOf(request).account, fileId, READ_SECONDS)),
    )
    const mediaType = file.content?.mediaType ?? UNKNOWN_MEDIA_TYPE
    // A browser may show sound and pictures; whatever else it could open, it shall save.
    const kind = mediaType === UNKNOWN_MEDIA_TYPE ? 'attachment' : 'inline'
    reply.headers({
      'content-type': mediaType,
      'content-disposition': contentDisposition(kind, file.originalName ?? file.id),
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
    })
    if (path === undefined) {
      const { sizeBytes = 0, sha256 = new Uint8Array() } = file.content ?? {}
      const etag = Buffer.from(sha256).toString('base64url')
      return sendBlob(request, reply, {
        ...{ sizeBytes, etag, open },
        modified: new Date(file.createdAt),
      })
    }
    return reply.sendFile(basename(path), dirname(path), {
      contentType: false,
      cacheControl: false,
    })
  })
}

/** The signed address of a request; undefined where it has a key instead. Throws InvalidRequest where it has neither. */
function signedIn(
  fileId: string,
  { expires, signature }: z.infer<typeof ContentQuery>,
  request: FastifyRequest,
) {
  if (expires !== undefined && signature !== undefined) return { fileId, expires, signature }
  const isBare = expires === undefined && signature === undefined
  if (isBare && bearerToken(request) !== undefined) return undefined
  throw unsigned(expires === undefined ? 'expires' : 'signature')
}

function unsigned(name: string): InvalidRequest {
  const msg = `${name} is missing: use the address exactly as you got it, or send your API key.`
  return new InvalidRequest([{ loc: ['query', name], msg, type: 'missing' }])
}

/** How long a caller with a key has to begin to read. */
const READ_SECONDS = 60

const BYTES = { '*/*': { type: 'string', format: 'binary' } }

const CONTENT: Operation<typeof ContentQuery> = {
  method: 'GET',
  path: '/v1/files/{file_id}/content',
  id: 'getFileContent',
  tag: 'files',
  summary: 'Download a file',
  description:
    'The address comes from GET /v1/files/{file_id}/url and needs no token; without one, the key of the file’s account is needed, as OpenAI’s clients send it. The media type is detected from the bytes; whatever is not clearly sound, video or a picture is sent as a download.',
  scope: undefined,
  params: { file_id: 'Id of the file.' },
  query: ContentQuery,
  responses: {
    200: {
      description: 'The whole file.',
      content: BYTES,
      headers: {
        'Content-Disposition': 'The name of the file; `attachment` for downloads.',
        'Accept-Ranges': 'bytes',
      },
    },
    206: {
      description: 'The byte range asked for.',
      content: BYTES,
      headers: { 'Content-Range': 'The range of these bytes, and the total size.' },
    },
    401: { description: 'The key is unknown, expired or revoked.' },
    304: { description: 'Not changed since it was fetched.', content: {} },
    403: { description: 'The address has expired, or was not made by this server.' },
    404: { description: 'The file was deleted.' },
    409: { description: 'With a key: it is still being uploaded.' },
    412: { description: 'It does not match If-Match or If-Unmodified-Since.' },
    429: { description: 'With a key: too many requests.' },
    416: { description: 'The range lies outside the file.' },
  },
}
