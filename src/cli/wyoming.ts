import type { Caller } from '#app/access/caller.ts'
import { isLoopbackHost } from '#server/http/network-prefix.ts'
import { createSpeechQueue, SPEECH_LIMITS } from '#server/http/speech-queue.ts'
import { addressOf, openWyoming, uriOf } from '#server/wyoming/server.ts'
import { OWNER } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { TEXT_LIMIT } from '#shared/script.ts'
import type { CommandContext } from './command-context.ts'
import { openQuietApp } from './open-quiet-app.ts'
import { untilStopped } from './until-stopped.ts'
import { UsageError } from './usage-error.ts'

interface WyomingOptions {
  readonly uri: string
  readonly allowNetwork?: boolean | undefined
  readonly ownVoices?: boolean | undefined
}

const CALLER: Caller = {
  ...{ account: OWNER, kind: 'key', tokenId: 'wyoming', tokenName: 'griot wyoming' },
  scopes: new Set(['speak', 'text', 'voices']),
}

/** Serves the Wyoming protocol until Ctrl-C. Throws UsageError, AppError. */
export async function serveWyoming(
  { uri, allowNetwork = false, ownVoices = false }: WyomingOptions,
  { environment, stop }: CommandContext,
): Promise<void> {
  const address = readAddress(uri)
  if (address.path === undefined && !isLoopbackHost(address.host) && !allowNetwork)
    throw new UsageError(
      `Other computers could use Griot at ${uri} without a key, because the Wyoming protocol has none. Add --allow-network if all of them may.`,
    )
  const app = await openQuietApp(environment)
  try {
    const program = {
      ...{ app, caller: CALLER, textLimit: TEXT_LIMIT },
      // Nobody else reaches such a socket.
      ownVoices: ownVoices || address.path !== undefined,
      speechQueue: createSpeechQueue(SPEECH_LIMITS),
      onBug: (error: unknown) => console.error(error),
    }
    const server = await openWyoming(program, address)
    try {
      console.log(`Wyoming  ${uriOf(server.address)}`)
      await untilStopped(stop)
    } finally {
      await server.close()
    }
  } finally {
    await app.close()
  }
}

function readAddress(uri: string): ReturnType<typeof addressOf> {
  try {
    return addressOf(uri)
  } catch (error) {
    throw error instanceof AppError ? new UsageError(error.message) : error
  }
}
