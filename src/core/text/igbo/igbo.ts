/** Clean Igbo text as words: what a reader would say, with punctuation that `tidy` puts in order. */
export function readIgbo(text: string): string {
  return text
}
