import { AppError } from '#shared/errors.ts'
import type { Environment } from './environment.ts'
import { HELP, UsageError } from './help.ts'

/** Answers its exit code; `stop` aborts at Ctrl-C or a polite kill. */
type Command = (
  args: readonly string[],
  environment: Environment,
  stop: AbortSignal,
) => Promise<number>

/** Loaded when asked for: saying a word needs no server. */
const COMMANDS = {
  say: async () => (await import('./say.ts')).say,
  serve: async () => (await import('./serve.ts')).serve,
  voices: async () => (await import('./voices.ts')).voices,
  link: async () => (await import('./link.ts')).link,
  browsers: async () => (await import('./browsers.ts')).browsers,
  keys: async () => (await import('./keys.ts')).keys,
  accounts: async () => (await import('./accounts.ts')).accounts,
  dictionary: async () => (await import('./dictionary.ts')).dictionary,
  verify: async () => (await import('./verify.ts')).verify,
  provenance: async () => (await import('./provenance.ts')).provenance,
  phonemes: async () => (await import('./phonemes.ts')).phonemes,
  diacritics: async () => (await import('./diacritics.ts')).diacritics,
  detect: async () => (await import('./detect.ts')).detect,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  recover: async () => (await import('./recover.ts')).recover,
  doctor: async () => (await import('./doctor.ts')).doctor,
} as const satisfies Record<string, () => Promise<Command>>

/** Runs the command that `args` name and explains on standard error what it throws. Answers its exit code. */
export async function runCommand(
  [name = 'help', ...rest]: readonly string[],
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') return print(HELP)
  if (name === '--version' || name === '-v') return print(environment.version)
  try {
    if (!isCommand(name)) throw new UsageError(`There is no command "${name}".`)
    if (rest.includes('--help') || rest.includes('-h')) return print(HELP)
    const command = await COMMANDS[name]()
    return await command(rest, environment, stop)
  } catch (error) {
    return explain(error, stop)
  }
}

function isCommand(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name)
}

function print(text: string): number {
  console.log(text)
  return 0
}

function explain(error: unknown, stop: AbortSignal): number {
  if (stop.aborted) {
    console.error('Stopped. Nothing unfinished was kept.')
    return 130
  }
  if (error instanceof UsageError) {
    console.error(`${error.message}\nRun "griot help" to see what it understands.`)
    return 2
  }
  if (error instanceof AppError) console.error(error.message)
  else if (isOfTheSystem(error))
    console.error(
      `The system refused a step: ${error.message}. Check that the file or folder is there and may be used, and that GRIOT_HOME, where it is set, names a folder of yours.`,
    )
  else console.error('Something went wrong:', error)
  return 1
}

/** What a file system or another program said no to, such as a link that leads to itself: nothing for a stack. */
function isOfTheSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
