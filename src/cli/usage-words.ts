import type { CommanderError, CommandUnknownOpts } from '@commander-js/extra-typings'
import { UsageError } from './usage-error.ts'

/** Name of a command as a person types it: `griot keys create`. */
export function pathOf(command: CommandUnknownOpts): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** The innermost command that `args` name. */
export function commandNamed(
  program: CommandUnknownOpts,
  [name, ...rest]: readonly string[],
): CommandUnknownOpts {
  const next = program.commands.find((command) => command.name() === name)
  return next ? commandNamed(next, rest) : program
}

/** Term of commander as help and messages show it: `--out FILE` for `--out <FILE>`. */
export function withoutBrackets(term: string): string {
  return term.replaceAll(/[<>]/g, '').replaceAll('...', '…')
}

/** Error of commander in whole sentences. `input`: the sentence that says where a command without arguments reads its input. */
export function usageErrorOf(
  error: CommanderError,
  command: CommandUnknownOpts,
  input: string,
): UsageError {
  const isAboutActions = ['commander.unknownCommand', 'commander.help'].includes(error.code)
  const sentences = [
    sentenceOf(error, command, input),
    suggestionIn(error.message),
    isAboutActions ? actionsOf(command) : '',
  ]
  return new UsageError(sentences.filter(Boolean).join(' '))
}

/** `Did you mean "say"?` if commander found a similar name; else empty. */
function suggestionIn(message: string): string {
  const [, names] = /\(Did you mean (?:one of )?(.+)\?\)$/.exec(message) ?? []
  return names ? `Did you mean ${names.replaceAll(/[^\s,]+/g, '"$&"').replaceAll(',', ' or')}?` : ''
}

function sentenceOf(
  { code, message }: CommanderError,
  command: CommandUnknownOpts,
  input: string,
): string {
  const path = pathOf(command)
  const [, named = ''] = /'(.*)'/s.exec(message) ?? []
  switch (code) {
    case 'commander.help':
      return ''
    case 'commander.unknownCommand':
      return `There is no command "${[...path.split(' '), named].slice(1).join(' ')}".`
    case 'commander.unknownOption':
      return `${path} takes no ${named}.`
    case 'commander.excessArguments':
      return excessIn(command, input)
    case 'commander.optionMissingArgument':
      return `${command.options.find(({ flags }) => flags === named)?.long} needs a value.`
    case 'commander.missingArgument':
    case 'commander.missingMandatoryOptionValue':
      return `${path} needs ${withoutBrackets(named)}: ${descriptionOf(command, named)}.`
    default:
      return message
  }
}

function descriptionOf(command: CommandUnknownOpts, named: string): string | undefined {
  return (
    command.options.find(({ flags }) => flags === named) ??
    command.registeredArguments.find((argument) => argument.name() === named)
  )?.description
}

function excessIn(command: CommandUnknownOpts, input: string): string {
  const path = pathOf(command)
  if (command.commands.length > 0)
    return `There is no command "${[...path.split(' '), command.args[0]].slice(1).join(' ')}". ${actionsOf(command)} ${input}`
  const names = command.registeredArguments.map((argument) => argument.name())
  if (names.length === 0)
    return [`${path} takes options only, not "${command.args[0]}".`, input].join(' ').trim()
  const wanted = names.length === 1 ? `one ${names[0]}` : names.join(' and ')
  return `${path} takes ${wanted}, and got ${command.args.length}. Put several words in quotes.`
}

/** Sentence with the commands of a group. The program itself has too many for a message. */
function actionsOf(command: CommandUnknownOpts): string {
  if (!command.parent) return ''
  const names = command.commands.map((action) => action.name())
  return `Say what to do: ${pathOf(command)} ${names.join(' | ')}.`
}
