import { type SubmitEvent, useState } from 'react'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { ProvenanceSettings } from '#shared/provenance.ts'
import { saveSettings } from './signing-actions.ts'
import { useSigning } from './signing-store.ts'

type Field = keyof ProvenanceSettings

export interface SettingsForm {
  /** Settings including unsaved edits. */
  readonly values: ProvenanceSettings
  readonly isChanged: boolean
  readonly isPending: boolean
  /** Message for each invalid field. */
  readonly fieldErrors: Readonly<Partial<Record<Field, string>>>
  /** Why the last save failed. */
  readonly error: string | undefined
  readonly change: (part: Partial<ProvenanceSettings>) => void
  readonly reset: () => void
  readonly submit: (event: SubmitEvent) => void
}

/** Form for some of the settings, which are saved together. `fields` must keep its identity between renders. */
export function useSettingsForm(
  settings: ProvenanceSettings,
  fields: readonly Field[],
): SettingsForm {
  const draft = useSigning((state) => state.draft)
  const { isPending, error, run, setError } = useAsyncAction('stays')
  const [fieldErrors, setFieldErrors] = useState<SettingsForm['fieldErrors']>({})
  const changes = partOf(draft, fields)
  const values = { ...settings, ...changes }
  const changeDraft = (next: Partial<ProvenanceSettings>): void => {
    setFieldErrors({})
    setError(undefined)
    useSigning.setState({ draft: next })
  }
  const undo = (): void => changeDraft(withoutFields(useSigning.getState().draft, fields))
  const save = async (): Promise<void> => {
    const parsed = ProvenanceSettings.safeParse(values)
    if (!parsed.success) {
      setFieldErrors(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message])),
      )
      return
    }
    await run(() => saveSettings(parsed.data).then(undo))
  }
  return {
    values,
    isChanged: fields.some((field) => values[field] !== settings[field]),
    isPending,
    fieldErrors,
    error,
    change: (part) => changeDraft({ ...draft, ...part }),
    reset: undo,
    submit: (event) => {
      event.preventDefault()
      void save()
    },
  }
}

function partOf(
  draft: Partial<ProvenanceSettings>,
  fields: readonly Field[],
): Partial<ProvenanceSettings> {
  return Object.fromEntries(
    Object.entries(draft).filter(([name]) => fields.some((field) => field === name)),
  )
}

function withoutFields(
  draft: Partial<ProvenanceSettings>,
  fields: readonly Field[],
): Partial<ProvenanceSettings> {
  return Object.fromEntries(
    Object.entries(draft).filter(([name]) => !fields.some((field) => field === name)),
  )
}
