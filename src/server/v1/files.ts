import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import { baseUrlOf } from '#server/http/base-url.ts'
import { InvalidRequest } from '#server/http/errors.ts'
import { isPresent, readForm } from '#server/http/multipart.ts'
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
  OpenAiFile,
  OpenAiFileList,
  openAiFileOf,
  UrlQuery,
} from './files-schemas.ts'

const FILE_ID = { file_id: 'Id of the file.' }

/** Adds the operations on files: upload, list, record, link, usage, deletion. Files of other accounts are unknown. */
export function addFiles({ add }: Api, app: App): void {
  const { files } = app
  add(UPLOAD, async ({ request }) => {
    const { stored, purpose } = await upload(app, request)
    return purpose !== undefined || isOpenAiClient(request)
      ? openAiFileOf(stored, purpose)
      : fileMetaOf(stored)
  })
  add(LIST, async ({ query, request }) => {
    const { limit, cursor, status, after, order, purpose } = query
    const page = await files.list(callerOf(request).account, {
      limit,
      ...(cursor ? { cursor } : {}),
      ...(after ? { after } : {}),
      ...(status ? { status } : {}),
    })
    const answer: z.infer<typeof FileList> = {
      items: page.files.map(fileMetaOf),
      next_cursor: page.nextCursor ?? null,
    }
    const isOpenAi = [after, order, purpose].some((value) => value !== undefined)
    if (!isOpenAi && !isOpenAiClient(request)) return answer
    const data = page.files.map((file) => openAiFileOf(file))
    return { ...answer, object: 'list', data, has_more: page.nextCursor !== undefined }
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
  add(GET, async ({ params, request }) => {
    const file = await files.get(callerOf(request).account, String(params['file_id']))
    return isOpenAiClient(request) ? openAiFileOf(file) : fileMetaOf(file)
  })
  add(REMOVE, async ({ params, request }) => {
    const id = String(params['file_id'])
    await files.remove(callerOf(request).account, id)
    const removed = { status: true }
    return isOpenAiClient(request) ? { ...removed, id, object: 'file', deleted: true } : removed
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

/** Whether a request comes from a client that OpenAI publishes: `OpenAI/JS 7.5`, `AsyncOpenAI/Python 2.1`. */
function isOpenAiClient({ headers }: FastifyRequest): boolean {
  return /^(?:Async)?(?:Azure)?OpenAI\//.test(headers['user-agent'] ?? '')
}

interface Uploaded {
  readonly stored: StoredFile
  /** What it is for, as OpenAI's clients say. */
  readonly purpose: string | undefined
}

/** Stores the part `file`. What was stored goes again where the rest of the form is wrong. */
async function upload({ files }: App, request: FastifyRequest): Promise<Uploaded> {
  const { account, tokenName } = callerOf(request)
  let stored: StoredFile | undefined
  try {
    const { purpose = [] } = await readForm(
      request,
      { fields: { purpose: 64 }, files: { file: Number.POSITIVE_INFINITY } },
      async (_, { fileName, bytes }) => {
        if (stored) throw wrongFile('Send one file in a request, not several.')
        const named = { originalName: fileName, uploadedBy: tokenName, bytes }
        // A caller who leaves half-way ends the bytes; one who leaves after them has stored a file.
        stored = await files.add(account, named, new AbortController().signal)
      },
    )
    if (stored) return { stored, purpose: purpose.find(isPresent) }
  } catch (error) {
    if (stored) await files.remove(account, stored.id)
    throw error
  }
  throw wrongFile('Send the file as the part "file" of the form, with a file name.')
}

function wrongFile(msg: string): InvalidRequest {
  return new InvalidRequest([{ loc: ['body', 'file'], msg, type: 'custom' }])
}

/** A file for callers of this service, and for clients of OpenAI. */
const EITHER_FILE = { 'application/json': z.union([FileMeta, OpenAiFile]) } as const

const UPLOAD: Operation = {
  method: 'POST',
  path: '/v1/files',
  id: 'uploadFile',
  tag: 'files',
  summary: 'Store a file',
  description:
    'The part "file" of the form, of any type. While it arrives, its status is "uploading". The quota of an account limits the total size of its files. With `purpose`, or from a client that OpenAI publishes (by its User-Agent), files are described as OpenAI’s API does, here and below: with `id`, `object`, `bytes`, `filename`, `purpose`, `created_at` in seconds since 1970 and `status` "processed"; lists with `data` and `has_more`.',
  scope: 'files',
  idempotent: true,
  form: {
    type: 'object',
    properties: {
      file: { type: 'string', format: 'binary' },
      purpose: {
        type: 'string',
        description:
          'Of OpenAI’s clients: what the file is for. It is repeated in the answer, and not stored.',
      },
    },
    required: ['file'],
  },
  responses: {
    200: { description: 'It is stored.', content: EITHER_FILE },
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
  responses: {
    200: {
      description: 'A page.',
      content: { 'application/json': z.union([FileList, OpenAiFileList]) },
    },
    404: { description: 'There is no file with the id in `after`.' },
  },
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
  responses: { 200: { description: 'Its record.', content: EITHER_FILE } },
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
          properties: {
            status: { const: true },
            id: { type: 'string', description: 'For clients of OpenAI, with the next two.' },
            object: { const: 'file' },
            deleted: { const: true },
          },
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
