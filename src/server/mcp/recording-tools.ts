import { stat } from 'node:fs/promises'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { sidecarBeside } from '#app/exports/write-answer.ts'
import { timesOf } from '#app/services/transcribe/transcriber.ts'
import { VerdictAnswer, verdictAnswer } from '#server/v1/provenance-schemas.ts'
import { AppError } from '#shared/errors.ts'
import { answered, toolHandler } from './answers.ts'
import { bytesOf, fileFields, optionalLanguage, pathOfNamed } from './fields.ts'
import type { McpSession } from './session.ts'

/** Adds the tools that read recordings: their words, and where they come from. */
export function addRecordingTools(server: McpServer, session: McpSession): void {
  addTranscription(server, session)
  addVerification(server, session)
}

function addTranscription(server: McpServer, session: McpSession): void {
  server.registerTool(
    'transcribe',
    {
      title: 'Write down recorded speech',
      description:
        'Write down what is said in a recording of at most 25 MB. This needs an installed pack of models, or a server that the owner has set up.',
      inputSchema: {
        ...fileFields(session),
        url: z
          .string()
          .max(2_048)
          .optional()
          .describe('A public https address of the recording, in the place of a file.'),
        language: optionalLanguage('detected from the sound.'),
        special_words: z
          .array(z.string().max(100))
          .max(100)
          .default([])
          .describe('Names and words that are likely to be said.'),
        times: z
          .boolean()
          .default(false)
          .describe('Also tell when each sentence is said, which not every server can.'),
      },
      outputSchema: {
        text: z.string(),
        language: z.string().optional(),
        provider: z.string().optional(),
        sentences: z.array(z.object({ text: z.string(), start: z.number(), end: z.number() })),
      },
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    toolHandler(session, { scope: 'text', guests: true }, async (args, { signal, progress }) => {
      const { app, caller } = session
      const job = await app.transcripts.open(caller)
      try {
        const isNamed = args.path !== undefined || args.file_id !== undefined
        if (args.url === undefined) await job.use(await pathOfNamed(session, args, signal))
        else if (isNamed) throw new AppError('request/invalid', 'Give either url or a file.')
        else await job.fetch(args.url, signal)
        const { language, special_words: specialWords } = args
        let letters = 0
        const made = await job.transcribe(
          { language, specialWords, timestamp: args.times ? 'sentence' : 'none' },
          signal,
          (text) => {
            letters += text.length
            progress(letters, undefined, text)
          },
        )
        const heard = made.language ?? (await app.languages.identify(made.text))
        const values = {
          text: made.text,
          ...(heard ? { language: heard } : {}),
          ...(made.provider ? { provider: made.provider } : {}),
          sentences: timesOf(made.segments ?? []),
        }
        return answered(values, made.text || 'No speech was heard.')
      } finally {
        await job.close()
      }
    }),
  )
}

function addVerification(server: McpServer, session: McpSession): void {
  server.registerTool(
    'verify_file',
    {
      title: 'Verify where a file comes from',
      description:
        'Read the Content Credentials (C2PA) of a sound file: whether Griot or another program signed it, whether it is AI-generated, and whether it is unchanged.',
      inputSchema: fileFields(session),
      outputSchema: VerdictAnswer.shape,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    toolHandler(session, { scope: 'speak', guests: false }, async (args, { signal }) => {
      const path = await pathOfNamed(session, args, signal)
      const check = await session.app.verifications.open(session.caller)
      try {
        for await (const piece of bytesOf(path, signal)) await check.append('file', piece)
        const sidecar = args.path === undefined ? undefined : await sidecarOf(path)
        if (sidecar !== undefined)
          for await (const piece of bytesOf(sidecar, signal)) await check.append('sidecar', piece)
        const verdict = verdictAnswer(await check.verdict(signal))
        return answered({ ...verdict }, `${verdict.title}. ${verdict.explanation}`)
      } finally {
        await check.close()
      }
    }),
  )
}

/** The manifest beside a file, where it has one there. */
async function sidecarOf(path: string): Promise<string | undefined> {
  const beside = sidecarBeside(path)
  const found = await stat(beside).catch(() => undefined)
  return found?.isFile() ? beside : undefined
}
