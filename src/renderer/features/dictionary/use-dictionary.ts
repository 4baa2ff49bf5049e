import { useCallback, useEffect, useState } from 'react'
import { call, on } from '#renderer/client.ts'
import { type Loadable, load } from '#renderer/ui/loadable.ts'
import { useConnection } from '#renderer/ui/use-connection.ts'
import type { DiacriticOverride } from '#shared/diacritics.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'

/** What a person wants of words: entries of the dictionary, and marks of Yoruba words that were accepted. */
export interface DictionaryContent {
  readonly entries: readonly Pronunciation[]
  readonly forms: readonly DiacriticOverride[]
}

/** The dictionary of everywhere and of a project, loaded again whenever it has changed. */
export function useDictionary(projectId: string | undefined): {
  readonly content: Loadable<DictionaryContent>
  readonly reload: () => void
} {
  const [content, setContent] = useState<Loadable<DictionaryContent>>({ status: 'loading' })
  const { status } = useConnection()
  const reload = useCallback((): void => {
    if (status !== 'connected') return
    const scope = projectId === undefined ? {} : { projectId }
    void load(async () => {
      const [entries, forms] = await Promise.all([
        call('pronunciations.list', scope),
        call('diacritics.list', scope),
      ])
      return { entries, forms }
    }, setContent)
  }, [projectId, status])
  useEffect(() => {
    reload()
    const stop = on('dictionary.changed', reload)
    // The command line changes it too.
    window.addEventListener('focus', reload)
    return () => {
      stop()
      window.removeEventListener('focus', reload)
    }
  }, [reload])
  return { content, reload }
}
