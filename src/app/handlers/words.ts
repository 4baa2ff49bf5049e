import type { DiacriticOverrides } from '#app/diacritic-overrides.ts'
import type { Dictionary } from '#app/dictionary.ts'
import { writtenPlaces } from '#app/read-back/written-places.ts'
import { unspokenWith } from '#app/unspoken.ts'
import type { Handlers, Output } from '#shared/api.ts'
import { replacedPlaces } from '#speech/dictionary/apply.ts'
import { systemVoice } from '#speech/engines/registry.ts'
import type { MarkRestorer, WordReader } from '#speech/speaker.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'
import { diacriticsHandlers } from './diacritics.ts'
import { pronunciationHandlers } from './pronunciations.ts'
import { windowClosed } from './window-closed.ts'

interface WordDependencies {
  readonly words: WordReader
  readonly marks: MarkRestorer
  readonly pronunciations: Dictionary
  readonly diacriticOverrides: DiacriticOverrides
}

type WordMethod =
  | 'words.read'
  | 'words.unspoken'
  | Extract<keyof Handlers, `${'pronunciations' | 'diacritics'}.${string}`>

/**
 * Handlers about how words are read and written, and what a person wants of that, for one window; `close` aborts what it is still
 * waiting for.
 */
export function wordHandlers(
  { words, marks, pronunciations, diacriticOverrides }: WordDependencies,
  retryWhileBusy: RetryWhileBusy,
): { readonly handlers: Pick<Handlers, WordMethod>; close(): void } {
  const closed = new AbortController()
  const unspoken = unspokenWith(pronunciations)
  const diacritics = diacriticsHandlers(marks, diacriticOverrides, retryWhileBusy)
  return {
    close() {
      closed.abort(windowClosed())
      diacritics.close()
    },
    handlers: {
      ...pronunciationHandlers(pronunciations, retryWhileBusy),
      ...diacritics.handlers,
      'diacritics.restore': async (input) => {
        const marked = await diacritics.handlers['diacritics.restore'](input)
        const entries = await pronunciations.entriesFor(input.text, input.projectId)
        return { ...marked, replaced: [...replacedPlaces(input.text, entries, 'yo')] }
      },
      'words.read': async ({ text, voice, language, projectId }) => {
        const [entries, accepted] = await Promise.all([
          pronunciations.entriesFor(text, projectId),
          diacriticOverrides.among(text, projectId),
        ])
        const order = {
          ...{ text, language, accepted },
          dialects: systemVoice(voice)?.dialects ?? [],
          pronunciations: entries,
        }
        const said = await words.readWords(order, closed.signal)
        return placed(text, said)
      },
      'words.unspoken': async (input) => placesOf(await unspoken(input), input.text),
    },
  }
}

type ReadWords = Awaited<ReturnType<WordReader['readWords']>>

/** Words that are said for the same written text together, in order. */
function placed(text: string, words: ReadWords): Output<'words.read'> {
  const places = writtenPlaces(
    words.map((word) => word.text),
    text,
  )
  const readings: Output<'words.read'> = []
  for (const [index, word] of words.entries()) {
    const { from = 0, to = 0 } = places[index] ?? {}
    const last = readings.at(-1)
    if (last?.from === from && last.to === to) last.said.push(word)
    else readings.push({ from, to, said: [word] })
  }
  return readings
}

/** Where words that follow each other stand in a text; one that is written in other characters there has no place. */
function placesOf(words: readonly string[], text: string): Output<'words.unspoken'> {
  let from = 0
  return words.flatMap((word) => {
    const start = text.indexOf(word, from)
    if (start === -1) return []
    from = start + word.length
    return [{ start, end: from }]
  })
}
