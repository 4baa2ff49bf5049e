import { once } from 'node:events'

/** Writes to standard output, and waits while its reader is behind. Throws what `stop` throws. */
export async function writeToOutput(bytes: Uint8Array, stop: AbortSignal): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain', { signal: stop })
}
