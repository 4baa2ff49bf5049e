import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { App } from '#app/app.ts'
import { baseUrlOf } from '#server/http/base-url.ts'
import { InvalidRequest } from '#server/http/errors.ts'
import { readForm } from '#server/http/multipart.ts'
import { type Api, callerOf, type Operation } from '#server/http/operation.ts'
import type { StoredFile } from '#storage/db/files.ts'
import { formatSize } from '#storage/files/format-size.ts'
import {
  FileList,
  FileMeta,
  FileUrl,
  FileUsage,
  fileMetaOf,
  ListQuery,
  UrlQuery,
} from './files-schemas.ts'

const FILE_ID = { file_id: 'Id of the file.' }

/** Adds the operations on files: upload, list, record, link, usage, deletion. Files of other accounts are unknown. */
export function addFiles({ add }: Api, app: App): void {
  const { files } = app
  add(UPLOAD, async ({ request }) => fileMetaOf(await upload(app, request)))
  add(LIST, async ({ query, request }) => {
    const { limit, cursor, status } = query
    const page = await files.list(callerOf(request).account, {
      limit,
      ...(cursor ? { cursor } : {}),
      ...(status ? { status } : {}),
    })
    const answer: z.infer<typeof FileList> = {
      items: page.files.map(fileMetaOf),
      next_cursor: page.nextCursor ?? null,
    }
    return answer
  })
  add(USAGE, async ({ request }) => {
    const { total, used, count } = await files.usage(callerOf(request).account)
    const answer: z.infer<typeof FileUsage> = {
      total: formatSize(total),
      used: formatSize(used),
      total_bytes: total,
      used_bytes: used,
      num_files: count,
    }
    return answer
  })
  add(GET, async ({ params, request }) =>
    fileMetaOf(await files.get(callerOf(request).account, String(params['file_id']))),
  )
  add(REMOVE, async ({ params, request }) => {
    await files.remove(callerOf(request).account, String(params['file_id']))
    return { status: true }
  })
  add(URL, async ({ params, query, request, reply }) => {
    const { account } = callerOf(request)
    const link = await files.link(account, String(params['file_id']), query.ttl)
    const search = `expires=${link.expires}&signature=${link.signature}`
    const answer: z.infer<typeof FileUrl> = {
      file_id: link.fileId,
      url: `${baseUrlOf(request)}/v1/files/${link.fileId}/content?${search}`,
      expires_at: new Date(link.expires * 1000).toISOString(),
    }
    return reply.header('cache-control', 'no-store').send(answer)
  })
}

/** Stores the part `file`. What was stored goes again where the rest of the form is wrong. */
async function upload({ files }: App, request: FastifyRequest): Promise<StoredFile> {
  const { account, tokenName } = callerOf(request)
  let stored: StoredFile | undefined
  try {
    await readForm(
      request,
      { fields: {}, files: { file: Number.POSITIVE_INFINITY } },
      async (_, { fileName, bytes }) => {
        if (stored) throw wrongFile('Send one file in a request, not several.')
        const named = { originalName: fileName, uploadedBy: tokenName, bytes }
        // A caller who leaves half-way ends the bytes; one who leaves after them has stored a file.
        stored = await files.add(account, named, new AbortController().signal)
      },
    )
    if (stored) return stored
  } catch (error) {
    if (stored) await files.remove(account, stored.id)
    throw error
  }
  throw wrongFile('Send the file as the part "file" of the form, with a file name.')
}

function wrongFile(msg: string): InvalidRequest {
  return new InvalidRequest([{ loc: ['body', 'file'], msg, type: 'custom' }])
}

const UPLOAD: Operation = {
  method: 'POST',
  path: '/v1/files',
  id: 'uploadFile',
  tag: 'files',
  summary: 'Store a file',
  description:
    'The part "file" of the form, of any type. While it arrives, its status is "uploading". The quota of an account limits the total size of its files.',
  scope: 'files',
  idempotent: true,
  form: {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' } },
    required: ['file'],
  },
  responses: {
    200: { description: 'It is stored.', content: { 'application/json': FileMeta } },
    413: {
      description:
        'It does not fit into the quota, or the account has its maximum number of files; `detail` has both figures.',
    },
  },
}

const LIST: Operation<typeof ListQuery> = {
  method: 'GET',
  path: '/v1/files',
  id: 'listFiles',
  tag: 'files',
  summary: 'List your files, newest first',
  description: 'Pages stay consistent while files are added and deleted.',
  scope: 'files',
  query: ListQuery,
  responses: { 200: { description: 'A page.', content: { 'application/json': FileList } } },
}

const USAGE: Operation = {
  method: 'GET',
  path: '/v1/files:usage',
  id: 'getFileUsage',
  tag: 'files',
  summary: 'Storage used and available',
  scope: 'files',
  responses: { 200: { description: 'The figures.', content: { 'application/json': FileUsage } } },
}

const GET: Operation = {
  method: 'GET',
  path: '/v1/files/{file_id}',
  id: 'getFile',
  tag: 'files',
  summary: 'Get one file',
  scope: 'files',
  params: FILE_ID,
  responses: { 200: { description: 'Its record.', content: { 'application/json': FileMeta } } },
}

const UNFINISHED = { description: 'It is still being uploaded. Ask again when it is ready.' }

const REMOVE: Operation = {
  method: 'DELETE',
  path: '/v1/files/{file_id}',
  id: 'deleteFile',
  tag: 'files',
  summary: 'Delete a file',
  scope: 'files',
  params: FILE_ID,
  responses: {
    200: {
      description: 'The file is deleted, and its addresses no longer work.',
      content: {
        'application/json': {
          type: 'object',
          properties: { status: { const: true } },
          required: ['status'],
        },
      },
    },
    409: UNFINISHED,
  },
}

const URL: Operation<typeof UrlQuery> = {
  method: 'GET',
  path: '/v1/files/{file_id}/url',
  id: 'getFileUrl',
  tag: 'files',
  summary: 'Get an address to download a file from',
  description:
    'It works without a token until it expires, 15 minutes later unless `ttl` says otherwise: give it to players and browsers.',
  scope: 'files',
  params: FILE_ID,
  query: UrlQuery,
  responses: {
    200: { description: 'The address.', content: { 'application/json': FileUrl } },
    409: UNFINISHED,
  },
}
