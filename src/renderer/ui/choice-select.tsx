import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import type { ReactElement } from 'react'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { languageName } from './language-chip.tsx'

/** A value of a list, and what the person reads for it. */
export interface Choice<T extends string> {
  readonly value: T
  readonly label: string
}

/** The languages by their names. */
export function languageChoices(): readonly Choice<LanguageCode>[] {
  return LANGUAGES.map(({ code }) => ({ value: code, label: languageName(code) }))
}

/** List of which one value is chosen. */
export function ChoiceSelect<T extends string>(
  props: Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
    readonly choices: readonly Choice<T>[]
    readonly value: T
    readonly onChoose: (value: T) => void
  },
): ReactElement {
  const { choices, onChoose, ...others } = props
  return (
    <NativeSelect
      {...others}
      data={[...choices]}
      onChange={({ currentTarget }) => {
        const chosen = choices.find(({ value }) => value === currentTarget.value)
        if (chosen) onChoose(chosen.value)
      }}
    />
  )
}
