import { createInterface } from 'node:readline/promises'
import type { PackStore } from '#packs/store.ts'
import { UsageError } from './usage-error.ts'

/**
 * Sees to it that the licence of a pack is accepted: it is already, or `given` names it, or the person at the terminal reads
 * it and types its name. Throws UsageError where nobody can be asked, and AppError('pack/licence').
 */
export async function acceptLicence(
  store: PackStore,
  id: string,
  given: string | undefined,
  stop: AbortSignal,
): Promise<void> {
  const { pack, acceptance } = await store.find(id)
  if (given !== undefined) return store.accept(id, given)
  if (acceptance) return
  const { licence, name } = pack
  const use = licence.commercialUse ? 'allows commercial use' : 'does not allow commercial use'
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(
      `${name} comes under ${licence.id} (${licence.name}), which ${use}. Read it with "griot models show ${id} --licence", then accept it with --accept-licence ${licence.id}.`,
    )
  console.error(`${await store.licenceText(id)}\n`)
  console.error(`${name} comes under this licence, ${licence.id}, which ${use}.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // This terminal is read character by character, and Ctrl-C is one of them: it is made the signal again.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const question = `Type ${licence.id} to accept it, or anything else to leave: `
    const answer = (await terminal.question(question, { signal: stop })).trim()
    if (answer.toLowerCase() !== licence.id.toLowerCase())
      throw new UsageError('The licence was not accepted, so nothing was installed.')
    await store.accept(id, licence.id)
  } finally {
    terminal.close()
  }
}
