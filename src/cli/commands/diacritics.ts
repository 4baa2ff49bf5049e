import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { DiacriticOverrides } from '#app/diacritic-overrides.ts'
import type { LibraryPlace } from '#app/open-service.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { libraryPlaceOf } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { linesOf } from '#cli/lines.ts'
import { UsageError } from '#cli/usage-error.ts'
import type { DiacriticOverride, MarkedText, MarkedWord } from '#shared/diacritics.ts'

const PROJECT = ['--project <ID>', 'in this project only'] as const

/** Line filter: Yoruba in, the same with tone marks and under-dots out; or the forms that a person has accepted. */
export function diacritics(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('diacritics', {
    summary: 'put the marks on Yoruba from standard input, line by line',
    description:
      'Put tone marks and under-dots on each line of Yoruba from standard input. The commands manage the forms that you have accepted.',
    examples: ['griot diacritics < unmarked.txt', 'griot diacritics --words < unmarked.txt'],
    input: 'Without a command, it reads lines from standard input.',
  })
    .option(
      '--words',
      'one row for each word: as written, with marks, confidence, source, alternatives',
    )
    .option('--json', 'the line and its words as one JSON object a line')
    .option(...PROJECT)
    .action(({ json, words, project }) => {
      if (json && words) throw new UsageError('Give either --json or --words.')
      return filter(json ? JSON.stringify : words ? asRows : asText, project, context)
    })
    .addCommand(accept(context))
    .addCommand(list(context))
    .addCommand(forget(context))
}

function accept({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('accept', {
    summary: 'from now on write WORD as FORM, in texts, speech and translations',
    examples: ['griot diacritics accept oko ọkọ̀'],
  })
    .argument('<WORD>', 'the word, with or without marks')
    .argument('<FORM>', 'the same letters with the marks that you want')
    .option(...PROJECT)
    .option('--json', 'answer as JSON')
    .action((word, form, { project: projectId, json }) =>
      withForms(libraryPlaceOf(environment), async (forms) => {
        const accepted = await forms.accept({ word, form, projectId })
        console.log(json ? JSON.stringify(accepted, null, 1) : lineOf(accepted))
      }),
    )
}

function list({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list the accepted forms, one word a line',
    examples: ['griot diacritics list'],
  })
    .option(...PROJECT)
    .option('--json', 'answer as JSON')
    .action(({ project, json }) =>
      withForms(libraryPlaceOf(environment), async (forms) => {
        const all = await forms.list(project)
        if (json) console.log(JSON.stringify(all, null, 1))
        else for (const form of all) console.log(lineOf(form))
      }),
    )
}

function forget({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('forget', {
    summary: 'forget the accepted form of a word',
    examples: ['griot diacritics forget oko'],
  })
    .argument('<WORD>', 'the word, with or without marks')
    .option(...PROJECT)
    .action((word, { project: projectId }) =>
      withForms(libraryPlaceOf(environment), (forms) => forms.forget({ word, projectId })),
    )
}

async function withForms(
  place: LibraryPlace,
  use: (forms: DiacriticOverrides) => Promise<void>,
): Promise<void> {
  const { openDiacriticOverrides } = await import('#app/open-library.ts')
  const forms = await openDiacriticOverrides(place)
  try {
    await use(forms)
  } finally {
    await forms.close()
  }
}

async function filter(
  written: (marked: MarkedText) => string,
  project: string | undefined,
  { environment, stop }: CommandContext,
): Promise<void> {
  const { openDiacritizer } = await import('#speech/open-diacritizer.ts')
  const { readDiacriticOverrides } = await import('#app/open-library.ts')
  const { mark } = openDiacritizer(environment.resources)
  const forms = readDiacriticOverrides(environment.home)
  try {
    for await (const line of linesOf(process.stdin, stop)) {
      const accepted = await forms.among(line, project)
      const marked = await mark(line, { accepted })
      process.stdout.write(`${written(marked)}\n`)
    }
  } finally {
    await forms.close()
  }
  stop.throwIfAborted()
}

function asText({ text }: MarkedText): string {
  return text
}

/** One row for each word, and an empty row after the last. */
function asRows({ words }: MarkedText): string {
  return words.map((word) => `${asRow(word)}\n`).join('')
}

function asRow({ original, restored, confidence, source, alternatives }: MarkedWord): string {
  const others = alternatives.map(({ form, probability }) => `${form} ${probability.toFixed(3)}`)
  return [original, restored, confidence.toFixed(3), source, others.join(', ')].join('\t').trimEnd()
}

function lineOf({ word, form, scope }: DiacriticOverride): string {
  const project = scope.kind === 'project' ? `project ${scope.projectId}` : ''
  return [word, form, project].join('\t').trimEnd()
}
