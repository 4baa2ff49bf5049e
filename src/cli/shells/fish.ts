import type { ShellCommand, ShellOption } from './command-tree.ts'

/** A completion script for fish. */
export function fishCompletion(program: ShellCommand): string {
  const { name } = program
  return `# Completion of ${name} for fish. Load it with: ${name} completion fish | source
# Answers whether the words of the line that are commands are exactly these.
function __${name}_at
  set -l known ${namesIn(program).join(' ')}
  set -l path
  for word in (commandline -opc)[2..]
    if contains -- $word $known
      set -a path $word
    end
    if test (count $path) -ge 3
      break
    end
  end
  test "$path" = "$argv"
end
complete -c ${name} -f
${linesOf(program, name, []).join('\n')}
`
}

function namesIn({ commands }: ShellCommand): readonly string[] {
  return [...new Set(commands.flatMap((below) => [below.name, ...namesIn(below)]))]
}

function linesOf(
  command: ShellCommand,
  program: string,
  path: readonly string[],
): readonly string[] {
  const at = `complete -c ${program} -n '__${program}_at ${path.join(' ')}'`
  const { commands, options, argumentValues } = command
  const files = commands.length === 0 && argumentValues.length === 0 ? [`${at} -F`] : []
  const values = argumentValues.length > 0 ? [`${at} -a ${quoted(argumentValues.join(' '))}`] : []
  return [
    ...commands.map(({ name, summary }) => `${at} -a ${name} -d ${quoted(summary)}`),
    ...options.map((option) => `${at} ${optionWords(option)}`),
    ...files,
    ...values,
    ...commands.flatMap((below) => linesOf(below, program, [...path, below.name])),
  ]
}

function optionWords({ short, long, description, value, values }: ShellOption): string {
  const names = [`-l ${long.slice(2)}`, ...(short ? [`-s ${short.slice(1)}`] : [])]
  const taken = values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ' -r -F'
  return `${names.join(' ')}${value === undefined ? '' : taken} -d ${quoted(description)}`
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
