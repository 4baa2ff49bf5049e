import type { ShellCommand } from './command-tree.ts'

/** A completion script for bash 3.2 and later. */
export function bashCompletion(program: ShellCommand): string {
  const { name } = program
  return `# Completion of ${name} for bash. Load it with: source <(${name} completion bash)
_${name}() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local path="${name}" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
${paths(program)
  .map((path) => `      "${path}") path="${path}" ;;`)
  .join('\n')}
    esac
  done
  local words="" flags="" values=""
  case "$path" in
${branches(program, program.name).join('\n')}
  esac
  if [[ -n "$values" ]]; then
    [[ "$values" == - ]] || { COMPREPLY=($(compgen -W "$values" -- "$word")); return; }
  elif [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
    return
  elif [[ -n "$words" ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    return
  fi
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _${name} ${name}
`
}

/** Every command but the program itself, as it is typed. */
function paths(command: ShellCommand, before = command.name): readonly string[] {
  return command.commands.flatMap((below) => {
    const path = `${before} ${below.name}`
    return [path, ...paths(below, path)]
  })
}

/** For each command: its words, commands first, and the values of the option that stands before. \`-\` is any value. */
function branches(command: ShellCommand, path: string): readonly string[] {
  const words = [...command.commands.map(({ name }) => name), ...command.argumentValues]
  const flags = command.options.flatMap(({ short, long }) => (short ? [long, short] : [long]))
  const valued = command.options.filter(({ value }) => value !== undefined)
  const cases = valued.map(({ short, long, values }) => {
    const names = short ? `${short}|${long}` : long
    return `        ${names}) values="${values.join(' ') || '-'}" ;;`
  })
  const own = [
    `    "${path}")`,
    `      words="${words.join(' ')}" flags="${flags.join(' ')}"`,
    ...(cases.length > 0 ? ['      case "$before" in', ...cases, '      esac'] : []),
    '      ;;',
  ]
  return [
    own.join('\n'),
    ...command.commands.flatMap((below) => branches(below, `${path} ${below.name}`)),
  ]
}
