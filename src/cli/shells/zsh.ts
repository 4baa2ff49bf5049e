import type { ShellCommand, ShellOption } from './command-tree.ts'

/** A completion script for zsh. */
export function zshCompletion(program: ShellCommand): string {
  const { name } = program
  return `#compdef ${name}
# Completion of ${name} for zsh. Load it with: source <(${name} completion zsh)
${functionsOf(program, `_${name}`).join('\n')}
if [[ "$funcstack[1]" == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`
}

/** A function for each command, those below it first. */
function functionsOf(command: ShellCommand, own: string): readonly string[] {
  const { commands, options, argumentValues } = command
  const nameOf = (below: ShellCommand): string => `${own}_${below.name.replaceAll('-', '_')}`
  const specs = options.map(optionSpec)
  const below = commands.flatMap((one) => functionsOf(one, nameOf(one)))
  if (commands.length === 0) {
    const values = argumentValues.length > 0 ? `'*:value:(${argumentValues.join(' ')})'` : ''
    return [
      `${own}() {
  _arguments -s ${[...specs, values || "'*:file:_files'"].join(' \\\n    ')}
}`,
    ]
  }
  const list = commands.map(({ name, summary }) => `      ${quoted(`${name}:${summary}`)}`)
  const cases = commands.map((one) => `        ${one.name}) ${nameOf(one)} ;;`)
  return [
    ...below,
    `${own}() {
  local curcontext="$curcontext" state line
  _arguments -C ${specs.join(' \\\n    ')} \\
    '1: :->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands=(
${list.join('\n')}
      )
      _describe command commands
      ;;
    argument)
      case $line[1] in
${cases.join('\n')}
      esac
      ;;
  esac
}`,
  ]
}

function optionSpec({ short, long, description, value, values }: ShellOption): string {
  const text = description.replaceAll(/[[\]\\:]/g, '\\$&')
  const action = values.length > 0 ? `(${values.join(' ')})` : '_files'
  const rest = value === undefined ? '' : `:${value.toLowerCase().replaceAll(/\W/g, ' ')}:${action}`
  const sign = value === undefined ? '' : '='
  if (!short) return `'*'${long}${sign}${quoted(`[${text}]${rest}`)}`
  return `'*'{${short},${long}${sign}}${quoted(`[${text}]${rest}`)}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
