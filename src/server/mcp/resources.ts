import { readFile, stat } from 'node:fs/promises'
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import { type CallerAccess, hasAccess, requireAccess } from '#server/http/caller-access.ts'
import { AppError } from '#shared/errors.ts'
import { visibleName } from '#shared/visible-name.ts'
import type { McpSession } from './session.ts'
import { voicesOf } from './voice-tools.ts'

const VOICES: CallerAccess = { scope: 'voices', guests: false }
const FILES: CallerAccess = { scope: 'files', guests: false }
/** Files that a list shows: the newest. */
const LISTED = 100
/** The largest file that is read as a whole, in bytes. */
const MAX_READ_BYTES = 10_000_000
const LINK_SECONDS = 60
const JSON_TYPE = 'application/json'

/** Adds the voices and the files of the account as resources. */
export function addResources(server: McpServer, session: McpSession): void {
  server.registerResource(
    'voices',
    'griot://voices',
    { title: 'Voices', description: 'All voices that can speak.', mimeType: JSON_TYPE },
    async ({ href }) => {
      requireAccess(session.caller, VOICES)
      return asJson(href, await voicesOf(session))
    },
  )
  addVoices(server, session)
  addFiles(server, session)
}

function addVoices(server: McpServer, session: McpSession): void {
  const list = async () => {
    if (!hasAccess(session.caller, VOICES)) return { resources: [] }
    const voices = await voicesOf(session)
    const resources = voices.map(({ voice_id, name, language }) => ({
      ...{ uri: `griot://voices/${voice_id}`, name, mimeType: JSON_TYPE },
      ...(language === null ? {} : { description: `A voice of the language ${language}.` }),
    }))
    return { resources }
  }
  server.registerResource(
    'voice',
    new ResourceTemplate('griot://voices/{voice_id}', { list }),
    { title: 'Voice', description: 'One voice, by its id.', mimeType: JSON_TYPE },
    async ({ href }, variables) => {
      requireAccess(session.caller, VOICES)
      const id = String(variables['voice_id']).toLowerCase()
      const voice = (await voicesOf(session)).find(({ voice_id }) => voice_id === id)
      if (voice) return asJson(href, voice)
      throw new AppError('voice/not-found', `There is no voice "${id.slice(0, 80)}".`)
    },
  )
}

function addFiles(server: McpServer, session: McpSession): void {
  const { files } = session.app
  const list = async () => {
    if (!hasAccess(session.caller, FILES)) return { resources: [] }
    const page = await files.list(session.caller.account, { limit: LISTED, status: 'ready' })
    const resources = page.files.map(({ id, originalName, content }) => ({
      ...{ uri: `griot://files/${id}`, name: visibleName(originalName ?? '') || id },
      ...(content ? { mimeType: content.mediaType, size: content.sizeBytes } : {}),
    }))
    return { resources }
  }
  server.registerResource(
    'file',
    new ResourceTemplate('griot://files/{file_id}', { list }),
    { title: 'File', description: 'The bytes of a file of the account, by its id.' },
    async ({ href }, variables) => {
      requireAccess(session.caller, FILES)
      const { account } = session.caller
      const link = await files.link(account, String(variables['file_id']), LINK_SECONDS)
      const { file, local } = await files.follow(link)
      const path = await local()
      const { size } = await stat(path)
      if (size > MAX_READ_BYTES)
        throw new AppError(
          'file/too-large',
          `The file has ${size.toLocaleString('en')} bytes; ${MAX_READ_BYTES.toLocaleString('en')} are the most that can be read here. Fetch it with GET /v1/files/{file_id}/url.`,
        )
      const blob = (await readFile(path)).toString('base64')
      const mimeType = file.content?.mediaType ?? 'application/octet-stream'
      return { contents: [{ uri: href, mimeType, blob }] }
    },
  )
}

function asJson(uri: string, value: unknown): ReadResourceResult {
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value, null, 1) }] }
}
