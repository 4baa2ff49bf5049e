import { homedir } from 'node:os'
import { join } from 'node:path'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Caller } from '#app/access/caller.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { openQuietApp } from '#cli/open-quiet-app.ts'
import { decodeStream } from '#media/decode-stream.ts'
import { rememberFfmpeg } from '#media/ffmpeg.ts'
import { toPcm } from '#media/pcm.ts'
import { withPlayer } from '#media/player.ts'
import { createSpeechQueue, SPEECH_LIMITS } from '#server/http/speech-queue.ts'
import { createMcpServer } from '#server/mcp/create-server.ts'
import { openFileFolders } from '#server/mcp/file-folders.ts'
import { mcpProgramOf } from '#server/mcp/session.ts'
import { OWNER, SCOPES } from '#shared/access.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { TEXT_LIMIT } from '#shared/script.ts'
import { boundedLines } from './bounded-lines.ts'

/** Whoever starts the command has the data folder anyway. */
const CALLER: Caller = {
  ...{ account: OWNER, kind: 'key', tokenId: 'mcp', tokenName: 'griot mcp' },
  scopes: new Set(SCOPES),
}
const MOST_PLAYED_SECONDS = 24 * 3_600
/** The longest message of a client, in bytes: as over HTTP. */
const MESSAGE_LIMIT_BYTES = 1024 * 1024
/** Code of JSON-RPC for what is no request (section 5.1). */
const INVALID_REQUEST = -32_600

/** The folder that a client may use where the person names none. */
export const usualFolder = (): string => join(homedir(), 'Griot')

/**
 * Serves one client of the Model Context Protocol over standard input and output, until that ends or `stop` is aborted. Files are
 * read and written in `folders` alone. Throws AppError.
 */
export async function serveMcp(
  folders: readonly string[],
  { environment, stop }: CommandContext,
): Promise<void> {
  const app = await openQuietApp(environment)
  const getFfmpeg = rememberFfmpeg(environment.ffmpeg)
  try {
    const server = createMcpServer({
      ...mcpProgramOf({
        ...{ app, textLimit: TEXT_LIMIT, speechQueue: createSpeechQueue(SPEECH_LIMITS) },
        onBug: (error) => console.error(error),
      }),
      caller: CALLER,
      local: {
        folders: openFileFolders(folders),
        play: (path, signal) =>
          withPlayer(environment.ffmpeg.searchPath, signal, async (player) => {
            const options = { rate: SAMPLE_RATE, mostSeconds: MOST_PLAYED_SECONDS }
            for await (const samples of decodeStream(path, getFfmpeg, options, signal))
              await player.write(toPcm(samples))
          }),
      },
    })
    const ended = Promise.withResolvers<void>()
    const end = (): void => ended.resolve()
    // The transport does not notice by itself that its client is gone.
    process.stdin.once('end', end)
    process.stdin.once('close', end)
    stop.addEventListener('abort', end, { once: true })
    if (stop.aborted) end()
    server.server.onclose = end
    server.server.onerror = (error) =>
      console.error(`A message was not understood: ${error.message}`)
    // A client that is gone takes no more answers.
    process.stdout.on('error', end)
    const lines = process.stdin.pipe(boundedLines(MESSAGE_LIMIT_BYTES, refuseLine))
    await server.connect(new StdioServerTransport(lines))
    await ended.promise
    await server.close()
  } finally {
    // What still comes keeps the program no longer.
    process.stdin.unpipe().pause()
    await app.close()
  }
}

/** Nobody has read far enough to know which request it was. */
function refuseLine(): void {
  const limit = MESSAGE_LIMIT_BYTES.toLocaleString('en')
  const message = `A message has more than ${limit} bytes, and was left out. Give large recordings as files.`
  console.error(message)
  const error = { code: INVALID_REQUEST, message }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`)
}
