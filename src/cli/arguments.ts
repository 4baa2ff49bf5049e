import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { UsageError } from './usage-error.ts'

type WithOptions = Pick<CommandUnknownOpts, 'options' | 'commands'>

/** Whether an argument looks like an option. A negative number is a value; a dash alone is standard input or output. */
const isOption = (arg: string): boolean => /^-./s.test(arg) && !/^-\.?\d/.test(arg)

/**
 * Throws a UsageError where an option would take the next option for its value (`--name --consent`), and where a switch is
 * given a value (`--json=true`).
 */
export function refuseMistakenValues({ options }: WithOptions, argv: readonly string[]): void {
  for (let i = 0; i < argv.length && argv[i] !== '--'; i++) {
    const [flag = '', assigned] = splitAt(argv[i] ?? '', '=')
    const option = options.find((known) => isNamed(known, flag))
    if (!option) continue
    if (!option.required && assigned !== undefined)
      throw new UsageError(`${flag} does not take an argument.`)
    if (!option.required || assigned !== undefined) continue
    const value = argv[++i]
    if (value !== undefined && isOption(value))
      throw new UsageError(
        `${flag} needs a value, and "${value}" looks like an option. If it is the value, write ${option.long}=${value}.`,
      )
  }
}

/** Moves the command of a group to the front: `--json list` becomes `list --json`. Options may stand on either side of it. */
export function withActionFirst(group: WithOptions, argv: string[]): string[] {
  if (group.commands.length === 0) return argv
  const options = optionsOf(group)
  let at = 0
  while (at < argv.length && argv[at] !== '--' && isOption(argv[at] ?? '')) {
    const takesNext = options.some((option) => option.required && isNamed(option, argv[at] ?? ''))
    at += takesNext ? 2 : 1
  }
  const action = argv[at]
  if (at === 0 || action === undefined || action === '--') return argv
  return [action, ...argv.toSpliced(at, 1)]
}

function optionsOf({ options, commands }: WithOptions): readonly Option[] {
  return [...options, ...commands.flatMap(optionsOf)]
}

function isNamed({ short, long }: Option, flag: string): boolean {
  return flag === long || flag === short
}

function splitAt(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
