import { stat } from 'node:fs/promises'
import type { ProvenanceRecord } from '#provenance/provenance.ts'
import { AppError } from '#shared/errors.ts'
import type { Verdict } from '#shared/provenance.ts'
import type { CommandContext } from './command-context.ts'
import { libraryPlaceOf } from './database-option.ts'
import { plain, verdictLines } from './verdict-lines.ts'
import { verdictOn } from './verified-file.ts'

const REQUEST_ID = /^[\w-]{8,200}$/

/** Shows the verdict on a file with its entry in the registry, or the entry of a request id alone. */
export async function showProvenance(
  name: string,
  { json = false, account }: { readonly json?: boolean; readonly account: string },
  { environment, stop }: CommandContext,
): Promise<void> {
  const { openVerifierAt } = await import('#app/open-signing.ts')
  const verifier = await openVerifierAt(libraryPlaceOf(environment))
  const exists = (await stat(name).catch(() => undefined)) !== undefined
  try {
    if (!exists && REQUEST_ID.test(name)) {
      print(json, undefined, await verifier.record(name, account))
      return
    }
    const verdict = await verdictOn(name, undefined, (file, sidecar) =>
      verifier.verifyFile(file, sidecar, stop),
    )
    const record = await registered(verdict, (id) => verifier.record(id, account))
    print(json, { name, verdict }, record)
  } finally {
    await verifier.close()
  }
}

/** Entry of a file that was made here. A stranger's file may claim any request id, and gets none. */
async function registered(
  { kind, facts }: Verdict,
  record: (requestId: string) => Promise<ProvenanceRecord>,
): Promise<ProvenanceRecord | undefined> {
  if (kind !== 'made-here' || facts?.requestId === undefined) return undefined
  try {
    return await record(facts.requestId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'provenance/not-found') return undefined
    throw error
  }
}

function print(
  json: boolean,
  file: { readonly name: string; readonly verdict: Verdict } | undefined,
  record: ProvenanceRecord | undefined,
): void {
  if (json) {
    console.log(JSON.stringify({ file: file?.name, verdict: file?.verdict, record }, null, 1))
    return
  }
  if (file) for (const line of verdictLines(plain(file.name), file.verdict)) console.log(line)
  if (record) console.log(recordLines(record).join('\n'))
}

function recordLines(record: ProvenanceRecord): string[] {
  return [
    'Registered when it was made',
    ...Object.entries(record).map(([what, value]) => `  ${what.padEnd(20)}${plain(String(value))}`),
  ]
}
