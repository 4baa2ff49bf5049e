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
