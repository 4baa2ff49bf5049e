import { create } from 'zustand'
import type { LanguageCode } from '#shared/languages/languages.ts'

/** On-screen keys: whether they are shown, and the language that was chosen instead of that of the line. */
export const useScreenKeys = create<{
  readonly opened: boolean
  readonly chosen: LanguageCode | undefined
  readonly capitals: boolean
}>(() => ({ opened: false, chosen: undefined, capitals: false }))

/** Shows the on-screen keys, or hides them. */
export function toggleScreenKeys(): void {
  useScreenKeys.setState(({ opened }) => ({ opened: !opened, chosen: undefined }))
}
