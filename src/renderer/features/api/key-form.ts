import { KeyDraft, OWNER, type Scope } from '#shared/access.ts'

/** What a person has put into the form for a new key. */
export interface KeyForm {
  readonly name: string
  readonly account: string
  readonly scopes: readonly Scope[]
  readonly days: number | undefined
}

/** A key for a program that speaks, and nothing more. */
export const EMPTY_FORM: KeyForm = {
  name: '',
  account: OWNER,
  scopes: ['speak', 'text'],
  days: undefined,
}

/** What each scope allows, in the words of the form. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  speak: 'Turn text into speech with every voice of the account.',
  text: 'Translate, restore Yoruba marks and transcribe.',
  voices: 'Make, list and delete voices.',
  files: 'Upload, list, download and delete files.',
  admin: 'Make guest tokens. Only for programs that hand out access.',
}

/** How long a key works: words for the form, days for the order. */
export const LIFETIMES: readonly { readonly label: string; readonly days: number | undefined }[] = [
  { label: 'Until revoked', days: undefined },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
]

/** What is wrong with each field, in words; nothing where all is well. */
export type FieldErrors = Readonly<Partial<Record<keyof KeyForm, string>>>

/** The order that a form makes, or what to mend in it. */
export function parseKeyForm(
  form: KeyForm,
): { readonly order: KeyDraft } | { readonly problems: FieldErrors } {
  const parsed = KeyDraft.safeParse(form)
  if (parsed.success) return { order: parsed.data }
  const found = parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const)
  // The first thing that is wrong with a field is the one to mend first.
  return { problems: Object.fromEntries(found.toReversed()) }
}
