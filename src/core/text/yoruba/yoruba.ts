/** Clean Yoruba text as words: what a reader would say, with punctuation that `tidy` puts in order. */
export function readYoruba(text: string): string {
  return text
}
