import { basename, dirname } from 'node:path'
import type { App } from '#app/app.ts'
import { UNKNOWN_MEDIA_TYPE } from '#media/sniff.ts'
import { contentDisposition } from '#server/http/content-disposition.ts'
import type { Api, Operation } from '#server/http/operation.ts'
import { ContentQuery } from './files-schemas.ts'

/** GET /v1/files/{file_id}/content: the bytes, for whoever has a signed address that has not expired. */
export function addFileContent({ add }: Api, { files }: App): void {
  add(CONTENT, async ({ params, query, reply }) => {
    const { file, path } = files.follow({ fileId: String(params['file_id']), ...query })
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
  summary: 'The bytes of a file',
  description:
    'The address comes from GET /v1/files/{file_id}/url and needs no token. Its media type is judged by the bytes: what is not plainly sound, video or a picture is a download.',
  scope: undefined,
  params: { file_id: 'Of the file.' },
  query: ContentQuery,
  responses: {
    200: {
      description: 'The whole file.',
      content: BYTES,
      headers: {
        'Content-Disposition': 'The name it was stored under; attachment for what is to be saved.',
        'Accept-Ranges': 'bytes',
      },
    },
    206: {
      description: 'The byte range asked for.',
      content: BYTES,
      headers: { 'Content-Range': 'Which bytes these are, and of how many.' },
    },
    304: { description: 'Not changed since it was fetched.', content: {} },
    403: { description: 'The address has expired, or was not made by this server.' },
    404: { description: 'The file was deleted.' },
    412: { description: 'It is not what If-Match or If-Unmodified-Since names.' },
    416: { description: 'The range lies outside the file.' },
  },
}
