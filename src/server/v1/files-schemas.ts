import { z } from 'zod'
import { unixSeconds } from '#server/http/unix-seconds.ts'
import { visibleName } from '#shared/visible-name.ts'
import { FILE_STATUSES, type StoredFile } from '#storage/db/files.ts'

/** A file as callers see it. */
export const FileMeta = z
  .object({
    file_id: z.uuid(),
    status: z.enum(FILE_STATUSES),
    original_name: z.string().nullable(),
    size_bytes: z.int().min(0).nullable().meta({ description: 'Null while it is uploading.' }),
    created_at: z.iso.datetime(),
    uploaded_by: z.string().nullable().meta({ description: 'Name of the token that uploaded it.' }),
  })
  .meta({ id: 'FileMeta' })

/** A stored file in the words of the API. */
export function fileMetaOf(file: StoredFile): z.infer<typeof FileMeta> {
  return {
    file_id: file.id,
    status: file.content ? 'ready' : 'uploading',
    original_name: visibleName(file.originalName ?? '') || null,
    size_bytes: file.content?.sizeBytes ?? null,
    created_at: file.createdAt,
    uploaded_by: file.uploadedBy ?? null,
  }
}

/** A file as clients of OpenAI's API read it. */
export const OpenAiFile = FileMeta.omit({ status: true, created_at: true })
  .extend({
    id: z.uuid(),
    object: z.literal('file'),
    bytes: z.int().min(0),
    filename: z.string(),
    purpose: z.string(),
    status: z.enum(['uploaded', 'processed']),
    created_at: z.int().meta({ description: 'Seconds since 1970.' }),
  })
  .meta({ id: 'OpenAiFile' })

/**
 * A stored file as clients of OpenAI's API read it, with the fields of this service beside theirs: they take times as seconds, and know
 * other names of its states. What a file is for is not stored: later its name says it.
 */
export function openAiFileOf(file: StoredFile, purpose?: string): z.infer<typeof OpenAiFile> {
  const meta = fileMetaOf(file)
  return {
    ...meta,
    ...{ id: file.id, object: 'file' as const, bytes: meta.size_bytes ?? 0 },
    filename: meta.original_name ?? file.id,
    purpose: purpose ?? (file.originalName?.endsWith('.jsonl') ? 'batch' : 'user_data'),
    created_at: unixSeconds(file.createdAt),
    status: file.content ? 'processed' : 'uploaded',
  }
}

export const FileList = z
  .object({
    items: z.array(FileMeta),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'Cursor of the next page; null on the last one.' }),
  })
  .meta({ id: 'FileList' })

/** A page as clients of OpenAI's API read it. */
export const OpenAiFileList = FileList.extend({
  object: z.literal('list'),
  data: z.array(OpenAiFile),
  has_more: z.boolean(),
}).meta({ id: 'OpenAiFileList' })

export const FileUrl = z
  .object({
    file_id: z.uuid(),
    url: z.url().meta({ description: 'Needs no token until it expires; accepts byte ranges.' }),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'FileUrl' })

export const FileUsage = z
  .object({
    total: z.string().meta({ description: 'The quota as text.', examples: ['1.0 GB'] }),
    used: z.string().meta({ description: 'The space used, as text.', examples: ['12.3 MB'] }),
    total_bytes: z.int().min(0),
    used_bytes: z.int().min(0),
    num_files: z.int().min(0).meta({ description: 'Files that are ready.' }),
  })
  .meta({ id: 'FileUsage' })

export const ListQuery = z.object({
  limit: whole('limit', { min: 1, max: 100, usual: 50 }),
  cursor: z
    .string({ error: 'cursor must be given once: the next_cursor of the page before.' })
    .optional()
    .meta({
      description: 'The next_cursor of the page before. Left out or empty: the first page.',
    }),
  status: z
    .enum([...FILE_STATUSES, ''], { error: `status must be ${FILE_STATUSES.join(' or ')}.` })
    .optional()
    .transform((status) => status || undefined)
    .meta({ description: 'Only files of this status.' }),
  after: z
    .string({ error: 'after must be given once: the id of a file.' })
    .optional()
    .meta({ description: 'As OpenAI’s clients page: the files older than the one with this id.' }),
  order: z
    .enum(['desc', ''], { error: 'order must be desc: files are listed newest first.' })
    .optional(),
  purpose: z.string({ error: 'purpose must be given once.' }).optional().meta({
    description: 'Of OpenAI’s clients. Purposes are not stored, and all files are listed.',
  }),
})

export const UrlQuery = z.object({ ttl: whole('ttl', { min: 1, max: 3600, usual: 900 }) })

export const ContentQuery = z.object({
  expires: z
    .string({ error: 'expires is given twice: use the address exactly as you got it.' })
    .optional(),
  signature: z
    .string({ error: 'signature is given twice: use the address exactly as you got it.' })
    .optional(),
})

/** A whole number in an address; left out or empty, it is `usual`. */
export function whole(
  name: string,
  { min, max, usual }: { readonly min: number; readonly max: number; readonly usual: number },
) {
  const error = `${name} must be a whole number from ${min} to ${max}.`
  return z
    .string({ error })
    .regex(/^\d{0,9}$/, { error })
    .optional()
    .transform((text) => (text ? Number(text) : usual))
    .refine((value) => value >= min && value <= max, { error })
    .meta({
      type: 'integer',
      pattern: undefined,
      minimum: min,
      maximum: max,
      default: usual,
    })
}
