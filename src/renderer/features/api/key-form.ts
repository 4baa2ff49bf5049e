import { KeyDraft, OWNER, type Scope } from '#shared/access.ts'

/** Values of the form for a new key. */
export interface KeyForm {
  readonly name: string
  readonly account: string
  readonly scopes: readonly Scope[]
  readonly days: number | undefined
}

/** Initial values: a key for a program that only speaks. */
export const EMPTY_FORM: KeyForm = {
  name: '',
  account: OWNER,
  scopes: ['speak', 'text'],
  days: undefined,
}

/** Description of each scope in the form. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  speak: 'Speak text with every voice of the account.',
  text: 'Translate, transcribe and restore Yoruba diacritics.',
  voices: 'Create, list and delete voices.',
  files: 'Upload, list, download and delete files.',
  admin: 'Create guest tokens. Only for programs that give others access.',
}

/** Lifetimes of a key that the form offers; `days` is undefined for a key that does not expire. */
export const LIFETIMES: readonly { readonly label: string; readonly days: number | undefined }[] = [
  { label: 'Never', days: undefined },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
]

/** Message for each invalid field; empty if all are valid. */
export type FieldErrors = Readonly<Partial<Record<keyof KeyForm, string>>>

/** Validates a form. Returns the draft of a key, or a message for each invalid field. */
export function parseKeyForm(
  form: KeyForm,
): { readonly draft: KeyDraft } | { readonly errors: FieldErrors } {
  const parsed = KeyDraft.safeParse(form)
  if (parsed.success) return { draft: parsed.data }
  const found = parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const)
  // The first issue of a field takes precedence.
  return { errors: Object.fromEntries(found.toReversed()) }
}
