import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { call } from '#renderer/client.ts'
import type { TextRange } from '#renderer/features/studio/find/find-matches.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { isDoubtful } from '#renderer/features/studio/uncertain-words.ts'
import type { Output } from '#shared/api.ts'
import type { MarkedWord } from '#shared/diacritics.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { partIn } from './line-words.ts'

/** Time after the last letter until a text is looked at, in milliseconds. */
const REST_MS = 400
/** Texts that are remembered: more than a window shows. */
const MOST_TEXTS = 500

type MarkedText = Output<'diacritics.restore'>

const NONE: readonly never[] = []

/** Yoruba texts with their marks, by the text without them. */
const useMarkedTexts = create<{ readonly texts: ReadonlyMap<string, MarkedText> }>(() => ({
  texts: new Map(),
}))

/** A Yoruba text with its marks, as the open project has them; undefined until it is known. */
export async function markedText(text: string): Promise<MarkedText> {
  const { texts } = useMarkedTexts.getState()
  const known = texts.get(text)
  if (known) return known
  const projectId = useStudio.getState().scriptId
  const marked = await call('diacritics.restore', { text, ...(projectId && { projectId }) })
  const kept = useMarkedTexts.getState().texts
  const recent = kept.size < MOST_TEXTS ? [...kept] : []
  useMarkedTexts.setState({ texts: new Map([...recent, [text, marked]]) })
  return marked
}

/** Forgets what is known: accepted marks have changed, or another project is open. */
export function forgetMarkedTexts(): void {
  useMarkedTexts.setState({ texts: new Map() })
}

useStudio.subscribe((now, before) => {
  if (now.scriptId !== before.scriptId) forgetMarkedTexts()
})

/** The Yoruba words of a line whose marks are in doubt, once it has not been edited for a moment. */
export function useDoubtfulWords(text: string, language: LanguageCode): readonly MarkedWord[] {
  const yoruba = useMemo(() => {
    const part = partIn(text, 'yo', language)
    return part.trim() === '' ? undefined : part
  }, [text, language])
  const known = useMarkedTexts(({ texts }) =>
    yoruba === undefined ? undefined : texts.get(yoruba),
  )
  useEffect(() => {
    if (yoruba === undefined || known) return
    // Doubts are an offer: where they cannot be had, speaking the line says why.
    const timer = setTimeout(() => void markedText(yoruba).catch(() => undefined), REST_MS)
    return () => clearTimeout(timer)
  }, [yoruba, known])
  return useMemo(() => (known ? doubtsIn(known) : NONE), [known])
}

/** What the dictionary says of a word is not in doubt. */
function doubtsIn({ words, replaced = [] }: MarkedText): readonly MarkedWord[] {
  return words.filter(
    (word) =>
      isDoubtful(word) && !replaced.some(({ start, end }) => start < word.end && end > word.start),
  )
}

/** The word of a marked text at a place. */
export function markedWordAt(
  { words }: MarkedText,
  { start, end }: TextRange,
): MarkedWord | undefined {
  return words.find((word) => word.start < end && word.end > start)
}
