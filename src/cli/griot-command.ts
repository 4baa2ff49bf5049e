import {
  type Argument,
  Command,
  type CommandUnknownOpts,
  Help,
  type Option,
} from '@commander-js/extra-typings'
import { refuseMistakenValues, withActionFirst } from './arguments.ts'
import { pathOf, usageErrorOf, withoutBrackets } from './usage-words.ts'

/** Parts of the help of a command besides its arguments and options. */
interface Texts {
  /** Beginning of a sentence, without a full stop, for the list of commands. */
  readonly summary: string
  /** Whole sentences for the help of the command. Left out: the summary. */
  readonly description?: string
  /** Command lines to copy. */
  readonly examples?: readonly string[]
  /** Lines at the end of the help. */
  readonly notes?: string
  /** Sentence that says where a command without arguments reads its input; it follows the error about an argument. */
  readonly input?: string
}

/** A command whose help and error messages all come from its definition. Wrong use throws a UsageError. */
export class GriotCommand extends Command {
  readonly examples: readonly string[]
  readonly notes: string | undefined
  readonly input: string

  constructor(name: string, { summary, description, examples = [], notes, input = '' }: Texts) {
    super(name)
    this.examples = examples
    this.notes = notes
    this.input = input
    this.summary(summary).description(description ?? sentenceOf(summary))
    this.helpOption('-h, --help', 'show this help').helpCommand(false).enablePositionalOptions()
    // Errors are thrown, and printed in one place.
    this.configureOutput({ writeErr: () => undefined }).exitOverride((error) => {
      throw error.exitCode === 0 ? error : usageErrorOf(error, this, this.input)
    })
  }

  override parseOptions(argv: string[]): ReturnType<Command['parseOptions']> {
    refuseMistakenValues(this, argv)
    return super.parseOptions(this.parent ? withActionFirst(this, argv) : argv)
  }

  override createHelp(): Help {
    return new GriotHelp()
  }
}

function sentenceOf(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
}

/** Help that shows values in capitals without brackets, and ends with examples. */
class GriotHelp extends Help {
  override optionTerm({ flags }: Option): string {
    return withoutBrackets(flags)
  }

  override optionDescription({ description, defaultValue }: Option): string {
    return typeof defaultValue === 'string'
      ? `${description} (default: ${defaultValue})`
      : description
  }

  override argumentTerm(argument: Argument): string {
    return argument.name()
  }

  override subcommandTerm(command: CommandUnknownOpts): string {
    const terms = command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '…' : ''}`
      return argument.required ? name : `[${name}]`
    })
    return [command.name(), ...terms].join(' ')
  }

  override commandUsage(command: CommandUnknownOpts): string {
    const usage = command.usage()
    const rest = command.commands.length === 0 ? usage : groupUsage(command)
    return withoutBrackets(`${pathOf(command)} ${rest}`)
  }

  override formatHelp(command: CommandUnknownOpts, helper: Help): string {
    const text = super.formatHelp(command, helper)
    if (!(command instanceof GriotCommand)) return text
    const { examples, notes, commands } = command
    const lines = examples.map((example) => `  ${example}\n`).join('')
    const parts = [
      text,
      lines && `Examples:\n${lines}`,
      commands.length > 0 && `${helpOfCommands(command)}\n`,
      notes && `${notes}\n`,
    ]
    return parts.filter(Boolean).join('\n')
  }
}

function helpOfCommands(group: CommandUnknownOpts): string {
  const [program, ...names] = pathOf(group).split(' ')
  return `"${[program, 'help', ...names].join(' ')} COMMAND" shows options and examples.`
}

/** A group that has options of its own also works without a command. */
function groupUsage({ parent, options }: CommandUnknownOpts): string {
  return parent && options.length > 0 ? '[options] [COMMAND]' : 'COMMAND [options]'
}

/** `input` of a command that works line by line. */
export const READS_LINES = 'It reads its lines from standard input.'
