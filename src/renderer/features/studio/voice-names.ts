import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { t } from '#renderer/i18n/i18n.ts'
import { useStudio } from './studio-store.ts'

/** Names of the custom voices that this browser has seen, by id: of those that are deleted, nothing else is left. */
const useKnownNames = create<{ readonly names: Readonly<Record<string, string>> }>()(
  persist((): { names: Record<string, string> } => ({ names: {} }), { name: 'griot.voice-names' }),
)

useStudio.subscribe(({ voices }, before) => {
  if (voices === before.voices) return
  const seen = voices.flatMap(({ kind, id, name }) => (kind === 'custom' ? [[id, name]] : []))
  if (seen.length === 0) return
  useKnownNames.setState(({ names }) => ({ names: { ...names, ...Object.fromEntries(seen) } }))
})

/** Name of a voice to show. A voice that is gone is called deleted, by its name where that is known. */
export function useVoiceName(id: string): string {
  const name = useStudio(({ voices }) => voices.find((voice) => voice.id === id)?.name)
  const known = useKnownNames(({ names }) => names[id])
  return (
    name ??
    (known === undefined
      ? t('studio:voice.deleted')
      : t('studio:voice.deletedNamed', { name: known }))
  )
}
