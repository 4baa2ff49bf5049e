import { readFile, stat, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Dictionary } from '#app/dictionary.ts'
import type { LibraryPlace } from '#app/open-service.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { libraryPlaceOf } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { languageNamed, oneOf, rowNumber } from '#cli/option-values.ts'
import { UsageError } from '#cli/usage-error.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { DICTIONARY_FORMATS, IMPORT_LIMIT, type Pronunciation } from '#shared/pronunciation.ts'
import type { Awaitable } from '#storage/db/steps.ts'

/** In UTF-8. */
const MOST_BYTES_OF_CHARACTER = 4
const FORMAT = '--format <FORMAT>'
const LANGUAGE = '--language <LANGUAGE>'
const PROJECT = ['--project <ID>', 'in this project only'] as const

/** Lists, changes, imports and exports the pronunciation dictionary. */
export function dictionary(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('dictionary', {
    summary: 'list, add, remove, import and export pronunciations',
    description:
      'Keep the dictionary of your own pronunciations, which "griot say", the API and the studio use.',
  })
    .addCommand(list(context))
    .addCommand(add(context))
    .addCommand(remove(context))
    .addCommand(importFile(context))
    .addCommand(exportFile(context))
}

function list({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list the entries, one a line',
    description: 'List the entries, one a line: number, word, pronunciation, where it applies.',
    examples: ['griot dictionary list', 'griot dictionary list --language yo'],
  })
    .option(LANGUAGE, 'only the entries of this language')
    .option(...PROJECT)
    .option('--json', 'answer as JSON')
    .action(({ project, language, json }) => {
      const wanted = languageGiven(language)
      return withDictionary(libraryPlaceOf(environment), async (dictionary) => {
        const all = await dictionary.list(project)
        const found = all.filter((entry) => !wanted || entry.language === wanted)
        if (json) console.log(JSON.stringify(found, null, 1))
        else for (const entry of found) console.log(lineOf(entry))
      })
    })
}

function add({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('add', {
    summary: 'add a word with its pronunciation',
    examples: [
      'griot dictionary add Griot --say "gree-oh"',
      'griot dictionary add Ìbàdàn --ipa ìbàdã̀ --language yo',
    ],
  })
    .argument('<WORD>', 'a word; several words in quotes')
    .option('--say <TEXT>', 'say this text instead')
    .option('--ipa <IPA>', 'say these sounds; tones are marks on the vowels')
    .option(LANGUAGE, 'only in texts of this language')
    .option(...PROJECT)
    .option('--case-sensitive', 'only where the word is written with the same capitals')
    .option('--json', 'answer as JSON')
    .action((word, { say, ipa, project, ...options }) => {
      if ((say === undefined) === (ipa === undefined))
        throw new UsageError('Give either --say TEXT or --ipa IPA.')
      const draft = {
        word,
        saidAs:
          ipa === undefined
            ? { kind: 'text' as const, text: say ?? '' }
            : { kind: 'ipa' as const, ipa },
        language: languageGiven(options.language),
        scope:
          project === undefined
            ? { kind: 'global' as const }
            : { kind: 'project' as const, projectId: project },
        caseSensitive: options.caseSensitive ?? false,
      }
      return withDictionary(libraryPlaceOf(environment), async (dictionary) => {
        const added = await dictionary.add(draft)
        console.log(options.json ? JSON.stringify(added, null, 1) : lineOf(added))
      })
    })
}

function remove({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('remove', {
    summary: 'remove an entry',
    examples: ['griot dictionary remove 3'],
  })
    .argument('<NUMBER>', 'number of an entry, as "griot dictionary list" shows it')
    .action((number) => {
      const id = rowNumber(number, 'an entry', 'griot dictionary list')
      return withDictionary(libraryPlaceOf(environment), (dictionary) => dictionary.remove(id))
    })
}

function importFile({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('import', {
    summary: 'add the entries of a file: all of them, or none',
    description:
      'Add the entries of a CSV or PLS file: all of them, or none. A word that is there already gets its new pronunciation.',
    examples: ['griot dictionary import words.csv', 'griot dictionary import words.pls --dry-run'],
  })
    .argument('<FILE>', 'a CSV or PLS file in UTF-8')
    .option(FORMAT, 'csv or pls (default: by the name and the beginning of the file)')
    .option(...PROJECT)
    .option('--dry-run', 'only say what would be done')
    .action(async (file, { format, project: projectId, dryRun }) => {
      const text = await readText(file)
      const order = { format: formatOf(format, file, text), text, projectId }
      await withDictionary(libraryPlaceOf(environment), async (dictionary) => {
        if (dryRun) {
          const { added, replaced, same } = await dictionary.plan(order)
          console.log(`${added} would be added, ${replaced} replaced, ${same} stay as they are.`)
          return
        }
        const { added, replaced } = await dictionary.import(order)
        console.log(`${added} added, ${replaced} replaced.`)
      })
    })
}

function exportFile({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('export', {
    summary: 'write the entries as CSV or PLS',
    examples: [
      'griot dictionary export --out words.csv',
      'griot dictionary export --format pls --language yo',
    ],
  })
    .option(
      FORMAT,
      'csv or pls; pls holds one language (default: by the extension of --out, else csv)',
    )
    .option('-o, --out <FILE>', 'write to this file instead of standard output')
    .option(LANGUAGE, 'only the entries of this language')
    .option(...PROJECT)
    .action(async ({ format, out, language, project: projectId }) => {
      const order = {
        format: formatOf(format, out ?? '', ''),
        projectId,
        language: languageGiven(language),
      }
      const { text, entries } = await withDictionary(libraryPlaceOf(environment), (dictionary) =>
        dictionary.export(order),
      )
      if (out === undefined || out === '-') {
        process.stdout.write(text)
        return
      }
      await storing(out, 'written', () => writeFile(out, text))
      console.log(`Wrote ${entries} entries to ${out}`)
    })
}

async function withDictionary<T>(
  place: LibraryPlace,
  use: (dictionary: Dictionary) => Awaitable<T>,
): Promise<T> {
  const { openDictionary } = await import('#app/open-library.ts')
  const opened = await openDictionary(place)
  try {
    return await use(opened)
  } finally {
    await opened.close()
  }
}

function lineOf({ id, word, saidAs, language, scope, caseSensitive }: Pronunciation): string {
  const said = saidAs.kind === 'ipa' ? `/${saidAs.ipa}/` : saidAs.text
  const project = scope.kind === 'project' ? `project ${scope.projectId}` : ''
  const notes = [language ?? '', project, caseSensitive ? 'case-sensitive' : '']
  return [id, word, said, notes.filter((note) => note !== '').join(', ')].join('\t').trimEnd()
}

/** Format that was asked for, else the one of the file's extension, else by how the text begins. */
function formatOf(
  format: string | undefined,
  file: string,
  text: string,
): (typeof DICTIONARY_FORMATS)[number] {
  if (format === undefined)
    return /^\.(?:pls|xml)$/i.test(extname(file)) || /^\s*</.test(text) ? 'pls' : 'csv'
  return oneOf('format', format, DICTIONARY_FORMATS)
}

function languageGiven(tag: string | undefined): LanguageCode | undefined {
  return tag === undefined ? undefined : languageNamed(tag)
}

async function readText(file: string): Promise<string> {
  const { size } = await storing(file, 'read', () => stat(file))
  if (size > IMPORT_LIMIT * MOST_BYTES_OF_CHARACTER)
    throw new AppError(
      'dictionary/invalid',
      `"${file}" is too large for a dictionary: it may have ${IMPORT_LIMIT.toLocaleString('en')} characters.`,
    )
  const bytes = await storing(file, 'read', () => readFile(file))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AppError('dictionary/invalid', `"${file}" is not in UTF-8. Save it as UTF-8.`, error)
  }
}

async function storing<T>(file: string, done: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new AppError(
      'storage/failed',
      `"${file}" could not be ${done} (${String(error)}).`,
      error,
    )
  }
}
