/** Clean Pidgin text as words: what a reader would say, with punctuation that `tidy` puts in order. */
export function readPidgin(text: string): string {
  return text
}
