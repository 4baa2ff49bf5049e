import { createHash } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ElicitResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { customRecord, systemRecord, VoiceResource } from '#server/v1/voice-record.ts'
import { CONSENT_STATEMENT, CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import { answered, type CallExtra, toolHandler } from './answers.ts'
import { bytesOf, fileFields, optionalLanguage, pathOfNamed } from './fields.ts'
import type { McpSession } from './session.ts'

/** How long a person may take to answer, in milliseconds. */
const ANSWER_WITHIN_MS = 10 * 60_000
const { seconds, name, transcript } = CUSTOM_VOICE_LIMITS

/** Adds the tools that list voices and make one of a recording. */
export function addVoiceTools(server: McpServer, session: McpSession): void {
  server.registerTool(
    'list_voices',
    {
      title: 'List voices',
      description:
        'List the voices that can speak: those of the system, then those of the account. Each says its own language and speaks the others too, unless it names the languages that it speaks.',
      inputSchema: {
        language: optionalLanguage('voices of every language.'),
      },
      outputSchema: { voices: z.array(VoiceResource) },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    toolHandler(session, { scope: 'voices', guests: false }, async ({ language }) => {
      const all = await voicesOf(session)
      const voices = all.filter((voice) => !language || voice.language === language)
      const lines = voices.map(({ voice_id, name, language: own, kind }) =>
        [voice_id, name, own ?? '', kind].join('\t'),
      )
      return answered({ voices }, lines.join('\n') || 'There is no such voice.')
    }),
  )
  addCreation(server, session)
}

/** The voices that a session can speak with. */
export async function voicesOf({ app, caller }: McpSession): Promise<VoiceResource[]> {
  const own = await app.customVoices.list(caller.account)
  return [...app.voices().map(systemRecord), ...own.map(customRecord)]
}

function addCreation(server: McpServer, session: McpSession): void {
  server.registerTool(
    'create_voice',
    {
      title: 'Make a voice from a recording',
      description: `Make a voice from a recording of one speaker, ${seconds.min} to ${seconds.max} s long. The person at this program is asked to confirm that the speaker agrees; without that, no voice is made.`,
      inputSchema: {
        ...fileFields(session),
        name: z.string().min(1).max(name).describe('Name of the new voice.'),
        transcript: z
          .string()
          .min(1)
          .max(transcript)
          .describe('What is said in the recording, word for word.'),
        language: optionalLanguage('detected from the transcript.'),
      },
      outputSchema: { voice: VoiceResource },
      annotations: { destructiveHint: false, openWorldHint: false },
    },
    toolHandler(session, { scope: 'voices', guests: false }, async (args, call) => {
      const { app, caller } = session
      const path = await pathOfNamed(session, args, call.signal)
      // Read before the question: what the answer is about is what the voice is made of, whatever becomes of the file.
      const sound = Buffer.concat(await Array.fromAsync(limited(bytesOf(path, call.signal))))
      await askForConsent(
        server,
        { name: args.name, file: args.file_id ?? path, sound },
        call.extra,
        call.signal,
      )
      const recording = await app.customVoices.receive(inOnePiece(sound))
      let steps = 0
      const creator = {
        account: caller.account,
        tokenName: caller.tokenName,
        onStep: (step: string) => call.progress(++steps, undefined, step),
      }
      const request = { ...args, language: args.language, consent: true }
      const voice = customRecord(
        await app.customVoices.create(request, recording, creator, call.signal),
      )
      const warnings = voice.warnings?.map(({ msg }) => ` ${msg}`).join('') ?? ''
      return answered({ voice }, `${voice.name} is ready as ${voice.voice_id}.${warnings}`)
    }),
  )
}

/** Throws AppError('voice/consent') unless a person, asked by the client, confirms it. */
async function askForConsent(
  server: McpServer,
  {
    name: voice,
    file,
    sound,
  }: { readonly name: string; readonly file: string; readonly sound: Buffer },
  { sendRequest }: CallExtra,
  signal: AbortSignal,
): Promise<void> {
  if (!server.server.getClientCapabilities()?.elicitation)
    throw new AppError(
      'voice/consent',
      'This program cannot ask the person for the consent that a voice needs (it lacks MCP elicitation). Make the voice in the studio, or with "griot voices create".',
    )
  const params = {
    message: [
      `An agent asks Griot to make a voice of a recording. ${CONSENT_STATEMENT}`,
      `The recording: ${quoted(file)}, ${sound.length.toLocaleString('en')} bytes, SHA-256 ${createHash('sha256').update(sound).digest('hex')}.`,
      `The name of the voice, which the agent has chosen: ${quoted(voice)}.`,
    ].join('\n'),
    requestedSchema: {
      type: 'object' as const,
      properties: {
        agrees: {
          type: 'boolean' as const,
          title: 'The speaker agrees',
          description: CONSENT_STATEMENT,
          default: false,
        },
      },
      required: ['agrees'],
    },
  }
  const { action, content } = await sendRequest(
    { method: 'elicitation/create', params },
    ElicitResultSchema,
    { timeout: ANSWER_WITHIN_MS, signal },
  )
  if (action === 'accept' && content?.['agrees'] === true) return
  throw new AppError(
    'voice/consent',
    'No voice was made: the person did not confirm that the speaker agrees.',
  )
}

/** Words of others in quotation marks, on one line, without signs that hide or turn what stands beside them. */
const quoted = (words: string): string =>
  JSON.stringify(words.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '))

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > CUSTOM_VOICE_LIMITS.bytes)
      throw new AppError('voice/recording', 'The recording is larger than 10 MB. Save it as mp3.')
    yield piece
  }
}
