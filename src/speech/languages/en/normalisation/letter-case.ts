/** Where a short form may begin: not within a word, a code or an address. */
export const FORM_START = "(?<![\\p{L}\\p{N}'’.@/_#&-])"

/** Words as a part of a pattern, each with a first letter of either case. */
export function eitherCase(forms: readonly string[]): string {
  return forms
    .map((form) => {
      const [large, small] = [form.charAt(0).toUpperCase(), form.charAt(0).toLowerCase()]
      return `${large === small ? large : `[${large}${small}]`}${form.slice(1)}`
    })
    .join('|')
}

/** With a capital where the short form has one. */
export function asWritten(form: string, full: string): string {
  return /^\p{Lu}/u.test(form) ? full.charAt(0).toUpperCase() + full.slice(1) : full
}

/** With a large first letter and small others. */
export function sentenceCased(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}`
}
