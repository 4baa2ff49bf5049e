import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { requireAccess } from '#server/http/caller-access.ts'
import { clip } from '#server/http/errors.ts'
import { textField } from '#server/v1/text-fields.ts'
import { AppError } from '#shared/errors.ts'
import { LANGUAGES, languageOf, namedCodes } from '#shared/languages/languages.ts'
import type { McpSession } from './session.ts'

/** A text that has words, of at most `limit` characters. */
export function spokenText(limit: number) {
  return textField(limit).refine((text) => text.trim() !== '', {
    error: 'text is empty: write something.',
  })
}

/**
 * An optional language, by its ISO 639 code; `otherwise` says what happens without it. Unlike the field of the API it is never null,
 * because programs that hand tools to a model may not know fields of two types.
 */
export function optionalLanguage(otherwise: string) {
  const known = namedCodes(LANGUAGES)
  return z
    .string()
    .max(35)
    .optional()
    .transform((tag, context) => {
      if (tag === undefined || tag.trim() === '') return undefined
      const code = languageOf(tag)
      if (code) return code
      const message = `The language ${clip(tag)} is not supported. Supported: ${known}.`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .describe(`ISO 639 code: ${known}. Left out: ${otherwise}`)
}

/** Fields that name a file: one of the account, or one of this computer where the session has those. */
export function fileFields({ local }: McpSession) {
  const places = local?.folders.list.join(' or ')
  const fields = {
    file_id: z.uuid().optional().describe('Id of a file of the account, from POST /v1/files.'),
    path: z
      .string()
      .min(1)
      .max(4_096)
      .optional()
      .describe(`A file in ${places}, relative to the first folder or absolute.`),
  }
  const { path: _, ...ofAccount } = fields
  // Without that field no path can be given, which its type allows.
  return local ? fields : (ofAccount as typeof fields)
}

/** Where a file of this computer lies that a tool is given; the folder of a file of the account may be elsewhere. */
export interface NamedFile {
  readonly path?: string | undefined
  readonly file_id?: string | undefined
}

/** Path of the named file, which is a copy where its bytes lie elsewhere. Throws AppError, also where none or several are named. */
export async function pathOfNamed(
  session: McpSession,
  { path, file_id: id }: NamedFile,
  signal: AbortSignal,
): Promise<string> {
  const { app, caller, local } = session
  if ((path === undefined) === (id === undefined))
    throw new AppError('request/invalid', local ? 'Give either path or file_id.' : 'Give file_id.')
  if (path !== undefined && local) return local.folders.readable(path)
  requireAccess(session.caller, { scope: 'files', guests: false })
  const link = await app.files.link(caller.account, String(id), LINK_SECONDS)
  const { local: copy } = await app.files.follow(link)
  return copy(signal)
}

const LINK_SECONDS = 60

/** The bytes of a file, for as long as `signal` lasts. Throws AppError('file/not-found'). */
export async function* bytesOf(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new AppError('file/not-found', 'The file could not be read.', error)
  }
}
