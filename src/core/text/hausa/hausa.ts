/** Clean Hausa text as words: what a reader would say, with punctuation that `tidy` puts in order. */
export function readHausa(text: string): string {
  return text
}
