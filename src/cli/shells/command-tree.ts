import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings'

/** A command as a shell has to know it. */
export interface ShellCommand {
  readonly name: string
  readonly summary: string
  readonly options: readonly ShellOption[]
  /** The values of which the description of an argument consists. */
  readonly argumentValues: readonly string[]
  readonly commands: readonly ShellCommand[]
}

/** An option as a shell has to know it. */
export interface ShellOption {
  readonly short: string | undefined
  readonly long: string
  readonly description: string
  /** Name of its value; undefined: it is a switch. */
  readonly value: string | undefined
  /** The values with which its description begins. */
  readonly values: readonly string[]
}

/** What a shell has to know of a command and of all commands below it. */
export function shellCommandOf(command: CommandUnknownOpts): ShellCommand {
  const { options, commands } = command
  return {
    name: command.name(),
    summary: command.summary() || command.description(),
    options: [
      ...options.map(shellOptionOf),
      {
        ...{ short: '-h', long: '--help', description: 'show this help' },
        ...{ value: undefined, values: [] },
      },
    ],
    argumentValues: command.registeredArguments.flatMap(({ description }) => listedIn(description)),
    commands: commands.map(shellCommandOf),
  }
}

function shellOptionOf({ short, long, flags, description }: Option): ShellOption {
  return {
    ...{ short, long: long ?? flags, description: shortened(description) },
    value: /<([^>]*)>/.exec(flags)?.[1],
    values: listedIn(description),
  }
}

/** The description up to what a list has no room for. */
const shortened = (description: string): string =>
  description.replace(/(?: \(default: .*\)$|[;:] .*)/s, '')

/** Words with commas and an "or" between them, and nothing else: `32k, 48k or 64k`, `a, b (default: a)`. */
function listedIn(description: string): readonly string[] {
  const [list = ''] = description.replace(/ \(default: [^)]*\)$/, '').split(/[;:] /)
  const words = list.split(/, or |, | or /)
  return words.length > 1 && words.every((word) => /^[\w.-]+$/.test(word)) ? words : []
}
