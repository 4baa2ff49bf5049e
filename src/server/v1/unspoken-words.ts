import type { FastifyReply } from 'fastify'
import type { Caller } from '#app/access/caller.ts'
import type { App } from '#app/app.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageOfVoice } from './find-voice.ts'

/** Header lines beyond some kilobytes are refused by servers in between. */
const MOST_NAMED = 20
const LONGEST_WORD = 40

/** The header of an answer with sound, for the OpenAPI document. */
export const UNSPOKEN_ANSWER = {
  'X-Unspoken-Words': `Only where something of the text is left out, because its language cannot read the letters: these words, at most ${MOST_NAMED}, percent-encoded in UTF-8 and separated by commas.`,
} as const

interface SpokenText {
  readonly text: string
  readonly voice: string
  /** Undefined: the voice's own. */
  readonly language: LanguageCode | undefined
}

/** The words of a text that are left out. Throws AppError as `app.unspoken` does. */
export async function unspokenIn(
  app: Pick<App, 'voices' | 'customVoices' | 'unspoken'>,
  caller: Caller,
  { text, voice, language: told }: SpokenText,
): Promise<readonly string[]> {
  const language = told ?? (await languageOfVoice(app, caller, voice)) ?? 'en'
  return app.unspoken({ text, language })
}

/** The words of a text that are left out; the header of the answer names them. Throws AppError as `app.unspoken` does. */
export async function tellUnspoken(
  reply: FastifyReply,
  app: Pick<App, 'voices' | 'customVoices' | 'unspoken'>,
  caller: Caller,
  spoken: SpokenText,
): Promise<readonly string[]> {
  const words = await unspokenIn(app, caller, spoken)
  if (words.length > 0) {
    const named = words
      .slice(0, MOST_NAMED)
      .map((word) => encodeURIComponent([...word].slice(0, LONGEST_WORD).join('')))
    reply.header('x-unspoken-words', named.join(', '))
  }
  return words
}
