import { t } from '#renderer/i18n/i18n.ts'
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

const YEAR = 365

/** Lifetimes of a key that the form offers, in days; undefined for a key that does not expire. */
export const LIFETIMES: readonly (number | undefined)[] = [undefined, 7, 30, 90, YEAR]

/** A lifetime in words: days, or a year. */
export function lifetimeWords(days: number | undefined): string {
  if (days === undefined) return t('api:tokens.neverExpires')
  return days === YEAR ? t('api:create.years', { count: 1 }) : t('api:create.days', { count: days })
}

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
