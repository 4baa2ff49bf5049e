import { basename, dirname } from 'node:path'
import type { App } from '#app/app.ts'
import { UNKNOWN_MEDIA_TYPE } from '#media/sniff.ts'
import { contentDisposition } from '#server/http/content-disposition.ts'
import type { Api, Operation } from '#server/http/operation.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import { ContentQuery } from './files-schemas.ts'

/** GET /v1/files/{file_id}/content: the bytes, for whoever has a signed address that has not expired. */
export function addFileContent({ add }: Api, { files }: App): void {
  add(CONTENT, async ({ params, query, request, reply }) => {
    const { file, path, open } = await files.follow({
      fileId: String(params['file_id']),
      ...query,
    })
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

const BYTES = { '*/*': { type: 'string', format: 'binary' } }

const CONTENT: Operation<typeof ContentQuery> = {
  method: 'GET',
  path: '/v1/files/{file_id}/content',
  id: 'getFileContent',
  tag: 'files',
  summary: 'Download a file',
  description:
    'The address comes from GET /v1/files/{file_id}/url and needs no token. The media type is detected from the bytes; whatever is not clearly sound, video or a picture is sent as a download.',
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
    304: { description: 'Not changed since it was fetched.', content: {} },
    403: { description: 'The address has expired, or was not made by this server.' },
    404: { description: 'The file was deleted.' },
    412: { description: 'It does not match If-Match or If-Unmodified-Since.' },
    416: { description: 'The range lies outside the file.' },
  },
}
