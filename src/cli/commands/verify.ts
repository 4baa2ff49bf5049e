import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { libraryPlaceOf } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { UsageError } from '#cli/usage-error.ts'
import { plain, verdictLines } from '#cli/verdict-lines.ts'
import { type VerifyOne, verdictOn } from '#cli/verified-file.ts'
import { AppError } from '#shared/errors.ts'
import type { Verdict } from '#shared/provenance.ts'

/** Verdicts that are good enough for a script. */
const KNOWN: ReadonlySet<Verdict['kind']> = new Set(['made-here', 'known-signer'])

type Answer =
  | { readonly file: string; readonly verdict: Verdict }
  | { readonly file: string; readonly error: string }

/** Says who made each file and whether it is unchanged. Writes nothing into the data folder. */
export function verify(context: CommandContext): CommandUnknownOpts {
  const { environment, stop } = context
  return new GriotCommand('verify', {
    summary: 'say who made files, and whether they are unchanged',
    description:
      'Say who made each file and whether it is unchanged. The exit code is 0 if all of them were made here, or by a signer that you trust. The data folder stays as it is.',
    examples: ['griot verify news.mp3 story.wav', 'griot verify --json news.mp3'],
  })
    .argument('<FILE...>', 'audio files')
    .option(
      '--sidecar <FILE>',
      'manifest of the one file (default: NAME.c2pa beside a file that holds none)',
    )
    .option('--json', 'answer as JSON')
    .action(async (files, { sidecar, json }) => {
      if (sidecar !== undefined && files.length > 1)
        throw new UsageError('--sidecar belongs to one file. Verify the others without it.')
      const { openVerifierAt } = await import('#app/open-signing.ts')
      const answers: Answer[] = []
      const verifier = await openVerifierAt(libraryPlaceOf(environment))
      const verifyOne: VerifyOne = (file, manifest) => verifier.verifyFile(file, manifest, stop)
      try {
        for (const file of files) {
          const answer = await answerOn(file, sidecar, verifyOne, stop)
          answers.push(answer)
          if (!json) show(answer)
        }
      } finally {
        await verifier.close()
      }
      if (json) console.log(JSON.stringify(answers, null, 1))
      if (!answers.every((answer) => 'verdict' in answer && KNOWN.has(answer.verdict.kind)))
        context.exitCode = 1
    })
}

/** A file that cannot be read is reported beside the verdicts on the others. */
async function answerOn(
  file: string,
  sidecar: string | undefined,
  verifyOne: VerifyOne,
  stop: AbortSignal,
): Promise<Answer> {
  try {
    return { file, verdict: await verdictOn(file, sidecar, verifyOne) }
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
  for (const line of verdictLines(plain(answer.file), answer.verdict)) console.log(line)
}
