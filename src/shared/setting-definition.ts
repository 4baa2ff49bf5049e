/** What the settings of a section are about, in the order of the screen. */
export const SETTING_SECTIONS = [
  { id: 'look', name: 'Look' },
  { id: 'voices', name: 'Voices' },
  { id: 'export', name: 'Export' },
  { id: 'signing', name: 'Signing' },
  { id: 'providers', name: 'Translation and transcription' },
  { id: 'models', name: 'Model packs' },
  { id: 'folders', name: 'Folders and programs' },
  { id: 'quota', name: 'Quotas' },
  { id: 'network', name: 'Network' },
  { id: 'shortcuts', name: 'Keyboard shortcuts' },
] as const
export type SettingSection = (typeof SETTING_SECTIONS)[number]['id']

/** A value of a setting, and what people read for it. */
export interface SettingChoice {
  readonly value: string
  readonly label: string
}

/** What a value may be. `check` answers what is wrong with a text, in words that end a sentence about the setting. */
export type ValueKind =
  | { readonly kind: 'choice'; readonly choices: readonly SettingChoice[] }
  /** Several of the choices, each once, with commas between them. */
  | { readonly kind: 'list'; readonly choices: readonly SettingChoice[] }
  | {
      readonly kind: 'number'
      readonly min: number
      readonly max: number
      readonly isWhole: boolean
      readonly unit: string
    }
  /** As `sizeInBytes` reads it. */
  | { readonly kind: 'size' }
  /** Origins of extensions and apps, each once, with commas between them. */
  | { readonly kind: 'origins' }
  /** Id of a voice. */
  | { readonly kind: 'voice' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'text'; readonly check?: (text: string) => string | undefined }

/** A setting without its id. */
export interface Definition {
  readonly section: SettingSection
  readonly name: string
  /** What it does, in whole sentences. */
  readonly description: string
  readonly value: ValueKind
  /** The value where none is chosen; empty: none. */
  readonly standard: string
  /** What is said of an empty value. */
  readonly emptyWords?: string
  /** Environment variable that goes before what is stored. */
  readonly environment?: string
  /** Option of `griot serve` that goes before the variable. */
  readonly option?: string
  readonly effect: 'now' | 'next-start'
  /** Whether it names a program or a folder of this computer, which a browser, perhaps that of another computer, does not change. */
  readonly isLocal?: boolean
}
