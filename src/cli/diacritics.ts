import type { AcceptedForms } from '#app/accepted-forms.ts'
import { openAcceptedForms, readAcceptedForms } from '#app/open-accepted-forms.ts'
import type { AcceptedForm, MarkedText, MarkedWord } from '#shared/diacritics.ts'
import { openDiacritizer } from '#speech/languages/yo/marks.ts'
import type { Environment } from './environment.ts'
import { parseCommand, UsageError } from './help.ts'
import { linesOf } from './lines.ts'

const OPTIONS = {
  json: { type: 'boolean', default: false },
  words: { type: 'boolean', default: false },
  project: { type: 'string' },
} as const
type Given = ReturnType<typeof parseCommand<typeof OPTIONS>>['values']
type Action = (forms: AcceptedForms, words: readonly string[], project: string | undefined) => void

const ACTIONS: Readonly<
  Record<string, { readonly needs: readonly string[]; readonly run: Action }>
> = {
  accept: { needs: ['WORD', 'FORM'], run: accept },
  list: { needs: [], run: list },
  forget: { needs: ['WORD'], run: forget },
}

/**
 * Line filter: Yoruba in, the same line with its tone marks and under-dots out, each as soon as it is read; or manage
 * the forms that a person has accepted.
 */
export async function diacritics(
  args: readonly string[],
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseCommand(args, OPTIONS)
  const [name, ...words] = positionals
  if (name === undefined) return filter(values, environment, stop)
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!action)
    throw new UsageError(
      `griot diacritics reads standard input, or does one of: ${Object.keys(ACTIONS).join(', ')}; not "${name}".`,
    )
  if (words.length !== action.needs.length || values.json || values.words)
    throw new UsageError(`Write: griot diacritics ${[name, ...action.needs].join(' ')}`)
  const forms = openAcceptedForms(environment.home)
  try {
    action.run(forms, words, values.project)
  } finally {
    forms.close()
  }
  return 0
}

async function filter(
  { json, words, project }: Given,
  { resources, home }: Environment,
  stop: AbortSignal,
): Promise<number> {
  if (json && words) throw new UsageError('Give either --json or --words.')
  const written = json ? JSON.stringify : words ? asRows : asText
  const { mark } = openDiacritizer(resources)
  const forms = readAcceptedForms(home)
  try {
    for await (const line of linesOf(process.stdin, stop)) {
      const marked = await mark(line, { accepted: forms.among(line, project) })
      process.stdout.write(`${written(marked)}\n`)
    }
  } finally {
    forms.close()
  }
  stop.throwIfAborted()
  return 0
}

function asText({ text }: MarkedText): string {
  return text
}

/** A word a row, and an empty row behind the last. */
function asRows({ words }: MarkedText): string {
  return words.map((word) => `${asRow(word)}\n`).join('')
}

function asRow({ original, restored, confidence, source, alternatives }: MarkedWord): string {
  const others = alternatives.map(({ form, probability }) => `${form} ${probability.toFixed(3)}`)
  return [original, restored, confidence.toFixed(3), source, others.join(', ')].join('\t').trimEnd()
}

function accept(
  forms: AcceptedForms,
  [word = '', form = '']: readonly string[],
  projectId: string | undefined,
): void {
  console.log(lineOf(forms.accept({ word, form, projectId })))
}

function list(forms: AcceptedForms, _: readonly string[], projectId: string | undefined): void {
  for (const form of forms.list(projectId)) console.log(lineOf(form))
}

function forget(
  forms: AcceptedForms,
  [word = '']: readonly string[],
  projectId: string | undefined,
): void {
  forms.forget({ word, projectId })
}

function lineOf({ word, form, scope }: AcceptedForm): string {
  const project = scope.kind === 'project' ? `project ${scope.projectId}` : ''
  return [word, form, project].join('\t').trimEnd()
}
