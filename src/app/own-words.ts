import type { FindOwnWords } from '#speech/worker/with-own-words.ts'
import type { DiacriticOverrides } from './diacritic-overrides.ts'
import type { Dictionary } from './dictionary.ts'

export interface OwnWordsStores {
  readonly pronunciations: Pick<Dictionary, 'entriesFor'>
  readonly diacriticOverrides: Pick<DiacriticOverrides, 'among'>
}

/** Finds what a library has about the words of a text. Both are asked for at once: each costs a text of a service a way to its database. */
export function ownWordsIn({ pronunciations, diacriticOverrides }: OwnWordsStores): FindOwnWords {
  return async (text, projectId) => {
    const [entries, accepted] = await Promise.all([
      pronunciations.entriesFor(text, projectId),
      diacriticOverrides.among(text, projectId),
    ])
    return { pronunciations: entries, accepted }
  }
}
