/** Clean Amharic text as words: what a reader would say, with punctuation that `tidy` puts in order. */
export function readAmharic(text: string): string {
  return text
}
