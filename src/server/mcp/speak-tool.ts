import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { requesterOf } from '#app/access/caller.ts'
import { writeAnswer } from '#app/exports/write-answer.ts'
import type { SignedAnswer } from '#provenance/provenance.ts'
import { requireAccess } from '#server/http/caller-access.ts'
import { findVoiceAndLanguage } from '#server/v1/find-voice.ts'
import { AppError } from '#shared/errors.ts'
import { BITRATES, FORMATS, STREAM_FORMATS, type StreamFormat } from '#shared/formats.ts'
import { SPEED } from '#shared/script.ts'
import { answered, type ToolCall, toolHandler } from './answers.ts'
import { optionalLanguage, spokenText } from './fields.ts'
import type { LocalFiles, McpSession } from './session.ts'

/** The most sound that an answer itself may hold, in bytes: an agent reads all of it. */
const MAX_INLINE_BYTES = 4_000_000

const Spoken = {
  voice: z.string(),
  language: z.string().optional(),
  format: z.string(),
  seconds: z.number(),
  path: z.string().optional().describe('Where the file lies on this computer.'),
  file_id: z.string().optional().describe('Id of the file in the account.'),
  url: z.string().optional().describe('Where it can be fetched for 15 minutes, without a token.'),
  played: z.boolean().optional(),
}

const soundFields = (textLimit: number) => ({
  text: spokenText(textLimit).describe(
    'What is spoken: text with Griot’s markup, such as [pause 300ms] or [yo]…[/yo], or SSML.',
  ),
  voice: z
    .string()
    .default('')
    .describe('Name or id from list_voices. Left out: the default voice of the language.'),
  language: optionalLanguage('detected from the text.'),
  speed: z.number().min(SPEED.min).max(SPEED.max).default(SPEED.normal).describe('The pace.'),
  bitrate: z.enum(BITRATES).default('128k').describe('Of compressed formats.'),
})

type SoundArguments = z.output<z.ZodObject<ReturnType<typeof soundFields>>>

/** Adds the tool that speaks a text: into a file of this computer, or of the account. */
export function addSpeakTool(server: McpServer, session: McpSession): void {
  if (session.local) addToFile(server, session, session.local)
  else addToAccount(server, session)
}

function addToFile(server: McpServer, session: McpSession, local: LocalFiles): void {
  server.registerTool(
    'speak',
    {
      title: 'Speak a text',
      description: `Speak a text in English, Amharic, Hausa, Igbo, Yoruba or Nigerian Pidgin into a sound file in ${local.folders.list.join(' or ')}, and play it if that is wanted. The file says that it is AI-generated.`,
      inputSchema: {
        ...soundFields(session.textLimit),
        path: z
          .string()
          .min(1)
          .max(4_096)
          .describe(
            'Where to write, relative to the first folder or absolute; the extension is the format: wav, mp3, ogg, webm, flac.',
          ),
        overwrite: z.boolean().default(false).describe('Replace a file that is there.'),
        play: z.boolean().default(false).describe('Also play it aloud on this computer.'),
      },
      outputSchema: Spoken,
      annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    toolHandler(session, { scope: 'speak', guests: true }, async (args, call) => {
      const format = formatOf(args.path)
      const path = await local.folders.writable(args.path, args.overwrite)
      const made = await speak(session, args, format, call)
      await writeAnswer(path, made.sound, call.signal)
      if (args.play) await local.play(path, call.signal)
      const values = { ...made.values(), path, ...(args.play ? { played: true } : {}) }
      return answered(values, `${made.words()} It is in ${path}.`)
    }),
  )
}

function addToAccount(server: McpServer, session: McpSession): void {
  server.registerTool(
    'speak',
    {
      title: 'Speak a text',
      description:
        'Speak a text in English, Amharic, Hausa, Igbo, Yoruba or Nigerian Pidgin. The sound is stored as a file of the account, with an address to fetch it from, or comes in the answer. It says that it is AI-generated.',
      inputSchema: {
        ...soundFields(session.textLimit),
        format: z.enum(STREAM_FORMATS).default('mp3'),
        answer: z
          .enum(['file', 'audio'])
          .default('file')
          .describe(
            `"file" stores it, which needs the scope "files"; "audio" puts it into the answer, up to ${MAX_INLINE_BYTES / 1e6} MB.`,
          ),
        name: z.string().min(1).max(200).optional().describe('Name of the stored file.'),
      },
      outputSchema: Spoken,
      annotations: { destructiveHint: false, openWorldHint: false },
    },
    toolHandler(session, { scope: 'speak', guests: true }, async (args, call) => {
      const { format } = args
      if (args.answer === 'file') requireAccess(session.caller, { scope: 'files', guests: false })
      const made = await speak(session, args, format, call)
      return args.answer === 'audio'
        ? inline(made, format, call.signal)
        : store(session, made, args.name ?? `speech.${FORMATS[format].extension}`, call.signal)
    }),
  )
}

interface Made {
  readonly sound: SignedAnswer
  /** To be asked once all bytes have come. */
  readonly values: () => z.output<z.ZodObject<typeof Spoken>>
  readonly words: () => string
}

/** Waits for its turn, as every request does, and begins to speak. The turn ends with the bytes. */
async function speak(
  session: McpSession,
  { text, voice: asked, language: told, speed, bitrate }: SoundArguments,
  format: StreamFormat,
  { signal, progress }: ToolCall,
): Promise<Made> {
  const { app, caller } = session
  const { voice, language } = await findVoiceAndLanguage(app, caller, asked, text, told)
  const done = await session.speechQueue.acquire(caller, text, signal)
  let seconds = 0
  const onSound = (more: number, toCome: number | undefined): void => {
    seconds += more
    const total = toCome === undefined ? undefined : seconds + toCome
    progress(seconds, total, `${seconds.toFixed(1)} s spoken`)
  }
  const { account, tokenName: keyName } = caller
  const requester = requesterOf(caller)
  const by = { requestId: randomUUID(), account, keyName, requester, isPrivate: false }
  try {
    const request = { text, voice, language, speed, numbers: undefined }
    const sound = await app.render(request, { format, bitrate, onSound }, by, signal)
    return {
      sound: { ...sound, bytes: endingWith(sound.bytes, done) },
      values: () => ({
        ...{ voice, format, seconds: round(seconds) },
        ...(language === undefined ? {} : { language }),
      }),
      words: () => `Spoken by ${voice}, ${round(seconds)} s.`,
    }
  } catch (error) {
    done()
    throw error
  }
}

async function* endingWith(
  bytes: AsyncGenerator<Uint8Array>,
  done: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } finally {
    done()
  }
}

async function inline(
  made: Made,
  format: StreamFormat,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of made.sound.asFile(made.sound.bytes, signal)) {
    pieces.push(piece)
    size += piece.length
    if (size > MAX_INLINE_BYTES)
      throw new AppError(
        'request/too-large',
        `The sound is larger than the ${MAX_INLINE_BYTES / 1e6} MB that an answer may hold. Set answer to "file", choose mp3, or send a shorter text.`,
      )
  }
  const data = Buffer.concat(pieces).toString('base64')
  const mimeType = FORMATS[format].mediaType
  return answered(made.values(), made.words(), [{ type: 'audio', data, mimeType }])
}

async function store(
  { app, caller, linkTo }: McpSession,
  made: Made,
  name: string,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const bytes = made.sound.asFile(made.sound.bytes, signal)
  const upload = { originalName: name, uploadedBy: caller.tokenName, bytes }
  const { id, content } = await app.files.add(caller.account, upload, signal)
  const url = await linkTo?.(id)
  const values = { ...made.values(), file_id: id, ...(url === undefined ? {} : { url }) }
  const where = url === undefined ? '' : ` For 15 minutes, it is at ${url}`
  const mimeType = content?.mediaType
  return answered(values, `${made.words()} It is the file ${id}.${where}`, [
    { type: 'resource_link', uri: `griot://files/${id}`, name, ...(mimeType ? { mimeType } : {}) },
  ])
}

/** The format that the extension of a file names. Throws AppError('request/invalid'). */
function formatOf(path: string): StreamFormat {
  const extension = extname(path).slice(1).toLowerCase()
  const found = WRITTEN.find((format) => FORMATS[format].extension === extension)
  if (found) return found
  const known = WRITTEN.map((format) => `.${FORMATS[format].extension}`).join(', ')
  throw new AppError('request/invalid', `"${path}" has none of the extensions ${known}.`)
}

const WRITTEN = ['wav', 'mp3', 'ogg_opus', 'webm_opus', 'flac'] as const satisfies StreamFormat[]

const round = (seconds: number): number => Math.round(seconds * 100) / 100
