import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { readEnvironment } from './environment.ts'
import { loadProgram } from './program.ts'
import { pathOf } from './usage-words.ts'

/** The whole command line, with an empty environment. */
export function wholeProgram(): Promise<CommandUnknownOpts> {
  const environment = readEnvironment(import.meta.dirname, true, {})
  return loadProgram({ environment, stop: new AbortController().signal, exitCode: 0 })
}

/** A command with all commands below it. */
export function withAllBelow(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap(withAllBelow)]
}

/** Whether a command does something itself, and is not only a group of others. */
export function hasAction(command: CommandUnknownOpts): boolean {
  return command.commands.length === 0 || (command.parent !== null && command.options.length > 0)
}

/** Call of an action: its command, arguments and options. */
export interface ParsedCall {
  readonly path: string
  readonly args: readonly unknown[]
  readonly options: Readonly<Record<string, unknown>>
}

/** Parses a command line without running its action. Throws as the parser does. */
export async function parsed(args: readonly string[]): Promise<ParsedCall> {
  const program = await wholeProgram()
  const calls: ParsedCall[] = []
  for (const command of withAllBelow(program).filter(hasAction))
    command.action(() => {
      calls.push({ path: pathOf(command), args: command.processedArgs, options: command.opts() })
    })
  await program.parseAsync(args, { from: 'user' })
  const [call] = calls
  if (!call) throw new Error(`Nothing ran for ${args.join(' ')}.`)
  return call
}
