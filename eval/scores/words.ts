/** English words in lower case, without punctuation and digits, as a recogniser writes them. */
export function englishWordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replace(/[^a-z' ]+/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
}
