import { invalidField } from '#server/http/errors.ts'

type Form = Readonly<Record<string, readonly string[]>>

/** The first value of a field that is not empty, without spaces around it; undefined where there is none. */
export function fieldOf(form: Form, name: string): string | undefined {
  return form[name]?.map((value) => value.trim()).find((value) => value !== '')
}

/** The same. Throws InvalidRequest where there is none. */
export function requiredField(form: Form, name: string): string {
  const value = fieldOf(form, name)
  if (value !== undefined) return value
  throw missing(name)
}

/** What OpenAI's API says of a parameter that was not sent. */
export function missing(name: string): Error {
  return invalidField(name, `Missing required parameter: '${name}'.`, 'missing')
}
