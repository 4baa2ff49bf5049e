/** griot: the command line. Exit codes: 0 done, 1 failed, 2 wrong use, 130 stopped with Ctrl-C. */
import {
  asksForCommercialOnly,
  COMMERCIAL_ONLY,
  limitToCommercialUse,
} from '#shared/commercial-only.ts'
import { readEnvironment } from './environment.ts'
import { NOBODY_READS, runCommand } from './run-command.ts'

const environment = readEnvironment(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts'),
  process.env,
)
// Before any process is started, which inherits it.
if (asksForCommercialOnly(environment.variables[COMMERCIAL_ONLY])) limitToCommercialUse()
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stop.abort(new Error(signal)))
/** Commands that go on for others when nobody reads what they print. */
const SERVERS: ReadonlySet<string> = new Set(['serve', 'worker', 'wyoming', 'watch'])
// A reader that closes early (`griot say … --out - | head`) ends the command quietly, and in order: what it has put aside goes. A server outlives it.
process.stdout.on('error', () => {
  if (!SERVERS.has(process.argv[2] ?? '')) stop.abort(NOBODY_READS)
})
// Nor must a server end because nobody reads its warnings any more (`griot serve 2>&1 | head -1`).
process.stderr.on('error', () => undefined)

process.exitCode = await runCommand(process.argv.slice(2), environment, stop.signal)
