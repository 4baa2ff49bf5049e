import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { LibraryPlace } from '#app/open-service.ts'
import type { OwnTranslationMemory } from '#app/open-translation.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { libraryPlaceOf } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { linesOf } from '#cli/lines.ts'
import { languageNamed, rowNumber } from '#cli/option-values.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Remembered } from '#shared/translation.ts'

const LIST = 'griot translation-memory list'
const PAGE = 100

/** Lists, imports and forgets the translations that a person has corrected. */
export function translationMemory(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('translation-memory', {
    summary: 'list, import and forget translations that you have corrected',
    description:
      'Keep the translations that you have corrected, which come before every translator. "griot translate --remember" adds one.',
  })
    .addCommand(list(context))
    .addCommand(importLines(context))
    .addCommand(forget(context))
}

function list({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list the translations, newest first, one a line',
    description:
      'List the translations, newest first, one a line: number, languages, sentence, translation, with tabs between them.',
    examples: [LIST, `${LIST} --from en --to yo`],
  })
    .option('--from <LANGUAGE>', 'only from this language')
    .option('--to <LANGUAGE>', 'only into this language')
    .option('--json', 'answer with one JSON object a line')
    .action(({ from, to, json }) => {
      const sourceLanguage = optional('from', from)
      const targetLanguage = optional('to', to)
      const shown = json ? JSON.stringify : lineOf
      return withMemory(libraryPlaceOf(environment), async (memory) => {
        let before = Number.MAX_SAFE_INTEGER
        for (;;) {
          const page = await memory.list({ before, limit: PAGE, sourceLanguage, targetLanguage })
          for (const entry of page) console.log(shown(entry))
          const last = page.at(-1)
          if (!last || page.length < PAGE) return
          before = last.id
        }
      })
    })
}

function importLines({ environment, stop }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('import', {
    summary: 'remember translations from standard input',
    description:
      'Remember translations from standard input: on each line a sentence, a tab and its translation. A line that is wrong stops it and is named; those before it are remembered.',
    examples: ['griot translation-memory import --from en --to yo < corrected.tsv'],
    input: 'It reads lines from standard input.',
  })
    .requiredOption('--from <LANGUAGE>', 'language of the sentences')
    .requiredOption('--to <LANGUAGE>', 'language of the translations')
    .action(({ from, to }) => {
      const languages = {
        sourceLanguage: languageNamed(from, 'from'),
        targetLanguage: languageNamed(to, 'to'),
      }
      return withMemory(libraryPlaceOf(environment), async (memory) => {
        let [line, count] = [0, 0]
        for await (const text of linesOf(process.stdin, stop)) {
          line++
          if (text.trim() === '') continue
          await rememberLine(memory, languages, text, line)
          count++
        }
        stop.throwIfAborted()
        console.log(`Remembered ${count} translations`)
      })
    })
}

/** Throws AppError('translate/memory') that names the line. */
async function rememberLine(
  memory: OwnTranslationMemory,
  languages: Pick<Remembered, 'sourceLanguage' | 'targetLanguage'>,
  text: string,
  line: number,
): Promise<void> {
  const [source, target, ...others] = text.split('\t')
  if (target === undefined || others.length > 0)
    throw wrongLine(line, 'It must be a sentence, one tab and its translation.')
  try {
    await memory.remember({ ...languages, source, target })
  } catch (error) {
    throw error instanceof AppError ? wrongLine(line, error.message) : error
  }
}

function forget({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('forget', {
    summary: 'forget a translation',
    examples: ['griot translation-memory forget 3'],
  })
    .argument('<NUMBER>', `number of a translation, as "${LIST}" shows it`)
    .action((number) => {
      const id = rowNumber(number, 'a translation', LIST)
      return withMemory(libraryPlaceOf(environment), async (memory) => {
        console.log(`Forgotten: ${lineOf(await memory.forget(id))}`)
      })
    })
}

async function withMemory(
  place: LibraryPlace,
  use: (memory: OwnTranslationMemory) => Promise<void>,
): Promise<void> {
  const { openTranslationMemory } = await import('#app/open-translation.ts')
  const memory = await openTranslationMemory(place)
  try {
    await use(memory)
  } finally {
    await memory.close()
  }
}

function optional(option: string, tag: string | undefined): LanguageCode | undefined {
  return tag === undefined ? undefined : languageNamed(tag, option)
}

function wrongLine(line: number, why: string): AppError {
  return new AppError('translate/memory', `Line ${line} cannot be remembered. ${why}`)
}

function lineOf({ id, sourceLanguage, targetLanguage, source, target }: Remembered): string {
  return [id, `${sourceLanguage} ${targetLanguage}`, source, target].join('\t')
}
