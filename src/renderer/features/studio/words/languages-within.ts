import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { call } from '#renderer/client.ts'
import { isSsml } from '#renderer/features/studio/markup/markup-tokens.ts'
import type { Output } from '#shared/api.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { piecesOfOwnLanguage } from './line-words.ts'

/** Time after the last letter until a text is looked at, in milliseconds. */
const REST_MS = 400
/** Texts that are remembered: more than a window shows. */
const MOST_TEXTS = 500

/** A stretch of a line that is read by the rules of another language, without anybody having said so. */
export type LanguageWithin = Output<'languages.within'>[number][number]

const NONE: readonly never[] = []

/** What is known of lines, by their language and text. */
const useKnown = create<{ readonly lines: ReadonlyMap<string, readonly LanguageWithin[]> }>(() => ({
  lines: new Map(),
}))

/** The stretches of a line that are read in another language than its own, once it has not been edited for a moment. */
export function useLanguagesWithin(
  text: string,
  language: LanguageCode,
): readonly LanguageWithin[] {
  const key = `${language} ${text}`
  const known = useKnown(({ lines }) => lines.get(key))
  const pieces = useMemo(
    // What languages a line of SSML has, its writer has said.
    () => (isSsml(text) ? NONE : piecesOfOwnLanguage(text, language)),
    [text, language],
  )
  useEffect(() => {
    if (pieces.length === 0 || known) return
    const find = async (): Promise<void> => {
      const texts = pieces.map((piece) => piece.text)
      const found = await call('languages.within', { texts, language })
      remember(
        key,
        found.flatMap((stretches, index) =>
          stretches.map((one) => moved(one, pieces[index]?.start ?? 0)),
        ),
      )
    }
    // An offer: where it cannot be had, the line is read all the same.
    const timer = setTimeout(() => void find().catch(() => undefined), REST_MS)
    return () => clearTimeout(timer)
  }, [key, language, pieces, known])
  return known ?? NONE
}

function remember(key: string, found: readonly LanguageWithin[]): void {
  const { lines } = useKnown.getState()
  const recent = lines.size < MOST_TEXTS ? [...lines] : []
  useKnown.setState({ lines: new Map([...recent, [key, found]]) })
}

function moved({ language, start, end }: LanguageWithin, by: number): LanguageWithin {
  return { language, start: start + by, end: end + by }
}
