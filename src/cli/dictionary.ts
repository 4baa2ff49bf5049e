import { readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Dictionary } from '#app/dictionary.ts'
import { openDictionary } from '#app/open-library.ts'
import { AppError } from '#shared/errors.ts'
import {
  DICTIONARY_FORMATS,
  type Pronunciation,
  type PronunciationDraft,
} from '#shared/pronunciation.ts'
import { type LanguageCode, languageOf } from '#shared/voices.ts'
import type { Environment } from './environment.ts'
import { parseCommand, UsageError } from './help.ts'

const OPTIONS = {
  say: { type: 'string' },
  ipa: { type: 'string' },
  language: { type: 'string' },
  project: { type: 'string' },
  'case-sensitive': { type: 'boolean', default: false },
  format: { type: 'string' },
  out: { type: 'string' },
} as const
type Given = ReturnType<typeof parseCommand<typeof OPTIONS>>['values']
type Action = (dictionary: Dictionary, argument: string, given: Given) => Promise<void>

const ACTIONS: Readonly<
  Record<string, { readonly needs: string | undefined; readonly run: Action }>
> = {
  list: { needs: undefined, run: list },
  add: { needs: 'a word', run: add },
  remove: { needs: 'the number of an entry (see "griot dictionary list")', run: remove },
  import: { needs: 'a file', run: importFile },
  export: { needs: undefined, run: exportFile },
}

/** List, add to, take from, import and export the pronunciation dictionary. */
export async function dictionary(
  args: readonly string[],
  { home }: Environment,
  _stop: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseCommand(args, OPTIONS)
  const [name = '', argument, ...rest] = positionals
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!action)
    throw new UsageError(`Say what to do: griot dictionary ${Object.keys(ACTIONS).join(' | ')}.`)
  if ((argument === undefined) !== (action.needs === undefined) || rest.length > 0)
    throw new UsageError(
      action.needs
        ? `griot dictionary ${name} takes ${action.needs}; put several words in quotes.`
        : `griot dictionary ${name} takes options only.`,
    )
  const opened = openDictionary(home)
  try {
    await action.run(opened, argument ?? '', values)
  } finally {
    opened.close()
  }
  return 0
}

async function list(
  dictionary: Dictionary,
  _: string,
  { project, language }: Given,
): Promise<void> {
  const wanted = languageGiven(language)
  for (const entry of dictionary.list(project))
    if (wanted === undefined || entry.language === wanted) console.log(lineOf(entry))
}

function lineOf({ id, word, saidAs, language, scope, caseSensitive }: Pronunciation): string {
  const said = saidAs.kind === 'ipa' ? `/${saidAs.ipa}/` : saidAs.text
  const project = scope.kind === 'project' ? `project ${scope.projectId}` : ''
  const notes = [language ?? '', project, caseSensitive ? 'case-sensitive' : '']
  return [id, word, said, notes.filter((note) => note !== '').join(', ')].join('\t').trimEnd()
}

async function add(dictionary: Dictionary, word: string, given: Given): Promise<void> {
  const { say, ipa, project } = given
  if ((say === undefined) === (ipa === undefined))
    throw new UsageError('Give either --say TEXT or --ipa IPA.')
  const saidAs: PronunciationDraft['saidAs'] =
    ipa === undefined ? { kind: 'text', text: say ?? '' } : { kind: 'ipa', ipa }
  const entry = dictionary.add({
    word,
    saidAs,
    language: languageGiven(given.language),
    scope: project === undefined ? { kind: 'global' } : { kind: 'project', projectId: project },
    caseSensitive: given['case-sensitive'],
  })
  console.log(lineOf(entry))
}

async function remove(dictionary: Dictionary, id: string): Promise<void> {
  if (!/^\d{1,15}$/.test(id))
    throw new UsageError(`"${id}" is no number of an entry: see "griot dictionary list".`)
  dictionary.remove(Number(id))
}

async function importFile(dictionary: Dictionary, file: string, given: Given): Promise<void> {
  const text = await readText(file)
  const { added, replaced } = dictionary.import({
    format: formatOf(given.format, file, text),
    text,
    projectId: given.project,
  })
  console.log(`${added} added, ${replaced} replaced.`)
}

async function exportFile(dictionary: Dictionary, _: string, given: Given): Promise<void> {
  const { out } = given
  const { text, entries } = dictionary.export({
    format: formatOf(given.format, out ?? '', ''),
    projectId: given.project,
    language: languageGiven(given.language),
  })
  if (out === undefined || out === '-') {
    process.stdout.write(text)
    return
  }
  await storing(out, 'written', () => writeFile(out, text))
  console.log(`Wrote ${entries} entries to ${out}`)
}

/** What was asked for, else what the file's name says, else what it begins with. */
function formatOf(
  format: string | undefined,
  file: string,
  text: string,
): (typeof DICTIONARY_FORMATS)[number] {
  if (format === undefined)
    return /^\.(?:pls|xml)$/i.test(extname(file)) || /^\s*</.test(text) ? 'pls' : 'csv'
  const known = DICTIONARY_FORMATS.find((name) => name === format.toLowerCase())
  if (known) return known
  throw new UsageError(`--format is one of ${DICTIONARY_FORMATS.join(', ')}, not "${format}".`)
}

function languageGiven(tag: string | undefined): LanguageCode | undefined {
  if (tag === undefined) return undefined
  const language = languageOf(tag)
  if (language) return language
  throw new UsageError(`--language is one of en, am, ha, ig, yo, pcm, not "${tag}".`)
}

async function readText(file: string): Promise<string> {
  const bytes = await storing(file, 'read', () => readFile(file))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AppError('dictionary/invalid', `"${file}" is not in UTF-8. Save it as UTF-8.`, error)
  }
}

async function storing<T>(file: string, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new AppError(
      'storage/failed',
      `"${file}" could not be ${what} (${String(error)}).`,
      error,
    )
  }
}
