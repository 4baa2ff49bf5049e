import { stat } from 'node:fs/promises'
import type { ProvenanceRecord } from '#provenance/provenance.ts'
import { OWNER } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { Verdict } from '#shared/provenance.ts'
import type { Environment } from './environment.ts'
import { verdictOn } from './given-file.ts'
import type { Given } from './provenance-options.ts'
import { linesOf, plain } from './verdict-lines.ts'

const REQUEST_ID = /^[\w-]{8,200}$/

/** The verdict on a file with what was registered about it, or what was registered under a request id. */
export async function show(
  [name = '']: readonly string[],
  { json, account = OWNER }: Given,
  { home }: Environment,
  stop: AbortSignal,
): Promise<void> {
  const { openVerifier } = await import('#provenance/open-verifier.ts')
  const verifier = await openVerifier(home, () => new Date())
  const isThere = (await stat(name).catch(() => undefined)) !== undefined
  try {
    if (!isThere && REQUEST_ID.test(name)) {
      tell(json, undefined, verifier.record(name, account))
      return
    }
    const verdict = await verdictOn(name, undefined, (file, sidecar) =>
      verifier.verifyFile(file, sidecar, stop),
    )
    const record = registered(verdict, (id) => verifier.record(id, account))
    tell(json, { name, verdict }, record)
  } finally {
    verifier.close()
  }
}

/** What a stranger's file calls itself is no key to our own registry. */
function registered(
  { kind, facts }: Verdict,
  record: (requestId: string) => ProvenanceRecord,
): ProvenanceRecord | undefined {
  if (kind !== 'made-here' || facts?.requestId === undefined) return undefined
  try {
    return record(facts.requestId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'provenance/not-found') return undefined
    throw error
  }
}

function tell(
  json: boolean,
  file: { readonly name: string; readonly verdict: Verdict } | undefined,
  record: ProvenanceRecord | undefined,
): void {
  if (json) {
    console.log(JSON.stringify({ file: file?.name, verdict: file?.verdict, record }, null, 1))
    return
  }
  if (file) for (const line of linesOf(plain(file.name), file.verdict)) console.log(line)
  if (record) console.log(recordLines(record).join('\n'))
}

function recordLines(record: ProvenanceRecord): string[] {
  return [
    'Registered when it was made',
    ...Object.entries(record).map(([what, value]) => `  ${what.padEnd(20)}${plain(String(value))}`),
  ]
}
