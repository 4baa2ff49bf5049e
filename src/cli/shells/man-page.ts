import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { GriotCommand } from '#cli/griot-command.ts'
import { pathOf, withoutBrackets } from '#cli/usage-words.ts'

/** The manual page of the program in section 1, as input for man (groff's macros "man"), with all commands. `date`: such as `2026-11-26`. */
export function manPage(
  program: CommandUnknownOpts,
  { version, date }: { readonly version: string; readonly date: string },
): string {
  const name = program.name()
  const notes = program instanceof GriotCommand ? (program.notes ?? '') : ''
  return [
    `.TH ${name.toUpperCase()} 1 "${date}" "${name} ${version}" "User Commands"`,
    '.SH NAME',
    `${name} \\- ${escaped(program.summary())}`,
    '.SH SYNOPSIS',
    `.B ${name}\n.I COMMAND\n.RI [ options ]`,
    '.SH DESCRIPTION',
    escaped(program.description()),
    '.SH COMMANDS',
    ...program.commands.flatMap(commandLines),
    ...noteSections(notes),
    '',
  ].join('\n')
}

function commandLines(command: CommandUnknownOpts): readonly string[] {
  const path = pathOf(command).split(' ').slice(1).join(' ')
  const terms = command.registeredArguments.map((argument) => {
    const term = `${argument.name()}${argument.variadic ? '…' : ''}`
    return argument.required ? term : `[${term}]`
  })
  const examples = command instanceof GriotCommand ? command.examples : []
  const notes = command instanceof GriotCommand ? command.notes : undefined
  return [
    `.SS ${escaped([path, ...terms].join(' '))}`,
    escaped(command.description()),
    ...command.registeredArguments.flatMap((argument) =>
      entry(argument.name(), argument.description),
    ),
    ...command.options.flatMap(({ flags, description, defaultValue }) =>
      entry(
        withoutBrackets(flags),
        typeof defaultValue === 'string'
          ? `${description} (default: ${defaultValue})`
          : description,
      ),
    ),
    ...(notes === undefined ? [] : ['.PP', '.nf', escaped(notes), '.fi']),
    ...(examples.length > 0 ? ['.PP', 'Examples:', '.nf', ...examples.map(escaped), '.fi'] : []),
    ...command.commands.flatMap(commandLines),
  ]
}

function entry(term: string, description: string): readonly string[] {
  return ['.TP', `.B ${escaped(term)}`, escaped(description)]
}

/** Paragraphs of the notes, each with the words before its colon as title: the environment, the exit codes. */
function noteSections(notes: string): readonly string[] {
  return notes.split('\n\n').flatMap((paragraph) => {
    const [, title = '', rest = ''] = /^([^:,]+)[^:]*:\s*(.*)$/s.exec(paragraph) ?? []
    return title === '' ? [] : [`.SH ${title.toUpperCase()}`, '.nf', escaped(rest), '.fi']
  })
}

/** Text as roff shows it: a hyphen that can be copied, no control line, no escape. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\(rs')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')
}
