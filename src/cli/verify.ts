import { openVerifier } from '#provenance/open-verifier.ts'
import { AppError } from '#shared/errors.ts'
import type { Verdict } from '#shared/provenance.ts'
import type { Environment } from './environment.ts'
import { type Check, verdictOn } from './given-file.ts'
import { parseCommand, UsageError } from './help.ts'
import { linesOf, plain } from './verdict-lines.ts'

/** Which verdicts are good enough for a script. */
const KNOWN: ReadonlySet<Verdict['kind']> = new Set(['made-here', 'known-signer'])

type Answer =
  | { readonly file: string; readonly verdict: Verdict }
  | { readonly file: string; readonly error: string }

/** Say of every file who made it and whether it is unchanged. Nothing is made or changed in the data folder. */
export async function verify(
  args: readonly string[],
  { home }: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { values, positionals: files } = parseCommand(args, {
    sidecar: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  if (files.length === 0) throw new UsageError('Give one or more files: griot verify FILE…')
  if (values.sidecar !== undefined && files.length > 1)
    throw new UsageError('--sidecar belongs to one file: verify the others by themselves.')
  const answers: Answer[] = []
  const verifier = await openVerifier(home, () => new Date())
  const check: Check = (file, sidecar) => verifier.verifyFile(file, sidecar, stop)
  try {
    for (const file of files) {
      const answer = await answerOn(file, values.sidecar, check, stop)
      answers.push(answer)
      if (!values.json) show(answer)
    }
  } finally {
    verifier.close()
  }
  if (values.json) console.log(JSON.stringify(answers, null, 1))
  return answers.every((answer) => 'verdict' in answer && KNOWN.has(answer.verdict.kind)) ? 0 : 1
}

/** What cannot be read is told beside the verdicts on the others. */
async function answerOn(
  file: string,
  sidecar: string | undefined,
  check: Check,
  stop: AbortSignal,
): Promise<Answer> {
  try {
    return { file, verdict: await verdictOn(file, sidecar, check) }
  } catch (error) {
    stop.throwIfAborted()
    if (!(error instanceof AppError)) throw error
    return { file, error: error.message }
  }
}

function show(answer: Answer): void {
  if ('error' in answer) {
    console.error(answer.error)
    return
  }
  for (const line of linesOf(plain(answer.file), answer.verdict)) console.log(line)
}
