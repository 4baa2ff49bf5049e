import { CommanderError } from '@commander-js/extra-typings'
import { AppError } from '#shared/errors.ts'
import type { CommandContext } from './command-context.ts'
import type { Environment } from './environment.ts'
import { isCommandName, loadProgram } from './program.ts'
import { UsageError } from './usage-error.ts'
import { commandNamed, pathOf } from './usage-words.ts'

/** Reason to stop a command of which nobody reads what it prints: it has done what was wanted, and ends without a word. */
export const NOBODY_READS = new Error('Nobody reads what the command prints.')

/** Runs the command that `args` name, and explains an error on standard error. Answers the exit code. */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  const context: CommandContext = { environment, stop, exitCode: 0 }
  const asked = withHelpAsOption(args)
  const [name = ''] = asked
  const program = await loadProgram(context, namesFor(name))
  try {
    // An unknown command is an error even if its help is asked for.
    const isUnknown = !isCommandName(name) && !name.startsWith('-')
    await program.parseAsync(isUnknown ? [name] : asked, { from: 'user' })
    return context.exitCode
  } catch (error) {
    // Commander throws after help and version, too.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    return explain(error, `${pathOf(commandNamed(program, asked))} --help`, context)
  }
}

/** Commands that tell of all others. */
const SHOWS_ALL: ReadonlySet<string> = new Set(['completion', 'man'])

/** Names of the commands that have to be loaded for `name`; undefined: all. */
function namesFor(name: string): Parameters<typeof loadProgram>[1] {
  if (SHOWS_ALL.has(name)) return undefined
  if (isCommandName(name)) return [name]
  return name === '--version' || name === '-v' ? [] : undefined
}

/** `help keys create` as `keys create --help`; no arguments as `--help`. */
function withHelpAsOption([name, ...rest]: readonly string[]): readonly string[] {
  if (name === undefined) return ['--help']
  return name === 'help' ? [...rest, '--help'] : [name, ...rest]
}

function explain(error: unknown, help: string, { stop, stopWords }: CommandContext): number {
  if (stop.reason === NOBODY_READS) return 0
  if (stop.aborted) {
    console.error(stopWords ?? 'Stopped. Nothing unfinished was kept.')
    return 130
  }
  if (error instanceof UsageError) {
    console.error(`${error.message}\nSee "${help}".`)
    return 2
  }
  if (error instanceof AppError) console.error(error.message)
  else if (isSystemError(error))
    console.error(
      `The system refused an operation: ${error.message}. Check that the file or folder exists and that you may use it, and that GRIOT_HOME, if it is set, names a folder of yours.`,
    )
  else console.error('Something went wrong:', error)
  return 1
}

/** Whether the operating system refused something, such as a link that leads to itself. A stack trace would not help. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
