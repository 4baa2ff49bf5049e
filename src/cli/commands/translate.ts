import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { TranslatedText, TranslationOrder } from '#app/texts.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { COMMERCIAL_OPTION } from '#cli/commercial-only.ts'
import { libraryPlaceOf } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { linesOf } from '#cli/lines.ts'
import { languageNamed, oneOf } from '#cli/option-values.ts'
import { providersFor } from '#cli/serve-options.ts'
import { UsageError } from '#cli/usage-error.ts'
import { OWNER } from '#shared/access.ts'
import { limitToCommercialUse } from '#shared/commercial-only.ts'
import { doubtInWords } from '#shared/doubts.ts'
import { AppError } from '#shared/errors.ts'
import { FORMALITIES, TONES } from '#shared/translation.ts'

/** Line filter: text in one language in, in another one out. */
export function translate(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('translate', {
    summary: 'translate a text, or standard input line by line',
    description:
      'Translate a text, or each line of standard input. No server is needed. Standard error says who has translated, how well, and what to look at.',
    examples: [
      'griot translate --from en --to yo "Good morning. How are you?"',
      'griot translate --to pcm --from en < news.txt > news.pcm.txt',
      'griot translate --from en --to yo --remember "Ẹ káàárọ̀." "Good morning."',
    ],
    notes: `Your translation memory comes first; "griot translation-memory list" shows it.
Speech markup, tags, addresses and figures stay as they are.
The built-in translator is a draft between English and Nigerian Pidgin;
between all other languages it is word help: good for single words only.`,
    input: 'Without a text, or with "-", it reads lines from standard input.',
  })
    .argument('[TEXT...]', 'the text; "-" reads lines from standard input')
    .requiredOption('--to, --target <LANGUAGE>', 'language to translate into')
    .option(
      '--from, --source <LANGUAGE>',
      'language of the text (default: detected line by line, English where a line leaves doubt)',
    )
    .option('--tone <TONE>', TONES.join(', '), TONES[0])
    .option('--formality <FORMALITY>', FORMALITIES.join(' or '), FORMALITIES[0])
    .option(
      '--remember <TRANSLATION>',
      'from now on, translate the text so; this needs --from and a text',
    )
    .option(
      '--order <KINDS>',
      'which translators are asked, and in which order (default: GRIOT_TRANSLATE_ORDER, else endpoint,pack,built-in)',
    )
    .option(...COMMERCIAL_OPTION)
    .option('--json', 'answer with one JSON object for each text, which says who has translated it')
    .action(async (words, options) => {
      if (options.commercialOnly) limitToCommercialUse()
      const target = languageNamed(options.target, 'to')
      const source =
        options.source === undefined ? undefined : languageNamed(options.source, 'from')
      const text = words.length === 0 || words.join() === '-' ? undefined : words.join(' ')
      const { remember } = options
      if (remember !== undefined) {
        if (source === undefined || text === undefined)
          throw new UsageError('--remember needs --from LANGUAGE and the text.')
        const entry = { sourceLanguage: source, targetLanguage: target }
        return rememberIn(context, { ...entry, source: text, target: remember })
      }
      const order = {
        ...{ source, target, account: OWNER },
        tone: oneOf('tone', options.tone, TONES),
        formality: oneOf('formality', options.formality, FORMALITIES),
      }
      const isJson = options.json ?? false
      await filter(text, order, { translateOrder: options.order, isJson }, context)
    })
}

async function rememberIn({ environment }: CommandContext, draft: unknown): Promise<void> {
  const { openTranslationMemory } = await import('#app/open-translation.ts')
  const memory = await openTranslationMemory(libraryPlaceOf(environment))
  try {
    const { source, target } = await memory.remember(draft)
    console.log(`${source}\t${target}`)
  } finally {
    await memory.close()
  }
}

async function filter(
  text: string | undefined,
  order: Omit<TranslationOrder, 'text'>,
  {
    translateOrder,
    isJson,
  }: { readonly translateOrder: string | undefined; readonly isJson: boolean },
  { environment, stop }: CommandContext,
): Promise<void> {
  const { openTranslation } = await import('#app/open-translation.ts')
  const { forkWorker } = await import('#speech/worker/fork.ts')
  const { modelProcessFlags } = await import('#inference/model-process.ts')
  const { packSettingsOf } = await import('#packs/pack-settings.ts')
  const opened = openTranslation({
    ...environment,
    providers: providersFor(translateOrder === undefined ? {} : { translateOrder }, environment),
    packs: packSettingsOf(environment.variables),
    startTranslator: () => forkWorker(environment.translationWorkerEntry, [environment.models]),
    startModel: () => forkWorker(environment.modelProcessEntry, [], modelProcessFlags()),
    onBug: (error) => console.error(error instanceof Error ? error.message : String(error)),
  })
  const tell = tellOnce()
  try {
    const lines = text === undefined ? linesOf(process.stdin, stop) : [text]
    let number = 0
    for await (const line of lines) {
      number += 1
      const where = text === undefined ? `Line ${number}` : 'The text'
      const translated = await opened
        .translate({ ...order, text: line }, stop)
        .catch((error: unknown) => sayFrom(error, where))
      const answer = isJson ? JSON.stringify(answerOf(line, translated)) : translated.text
      process.stdout.write(`${answer}\n`)
      if (!isJson) tell(translated, text === undefined ? `Line ${number}: ` : '')
    }
  } finally {
    opened.close()
  }
  stop.throwIfAborted()
}

/** A translation as it is answered with --json. */
function answerOf(source: string, translated: TranslatedText): object {
  const { source: language, isStyleUsed: _, grades: __, ...rest } = translated
  return { source, ...rest, language: language ?? null }
}

/** Says on standard error who has translated, what failed, what was ignored and what is in doubt, each only once. */
function tellOnce(): (translated: TranslatedText, where: string) => void {
  const told = new Set<string>()
  const tell = (words: string): void => {
    if (told.has(words)) return
    told.add(words)
    console.error(words)
  }
  return ({ providers, qualities, notices, offers, licences, doubts, isStyleUsed }, where) => {
    for (const notice of notices) tell(notice)
    if (providers.length > 0)
      tell(`Translated by: ${providers.join(', ')}. Quality: ${qualities.join(', ')}.`)
    for (const { provider, id, commercialUse } of licences)
      if (!commercialUse) tell(`Not for commercial use: ${provider} (${id}).`)
    if (!isStyleUsed) tell('Tone and formality were ignored: this translator cannot express them.')
    for (const doubt of doubts) tell(where + doubtInWords(doubt))
    for (const { sentence, source, target } of offers)
      tell(`Similar to "${sentence}" in your translation memory: "${source}", "${target}"`)
  }
}

/** A text in none of the languages needs another hint here than over HTTP. */
function sayFrom(error: unknown, where: string): never {
  if (error instanceof AppError && error.code === 'language/unsupported')
    throw new AppError(
      error.code,
      `${where} does not seem to be in a language that Griot knows. If it is, name the language with --from, such as --from en.`,
      error,
    )
  throw error
}
