/** A language as every process and the studio know it. Its rules stand in `src/speech/languages`. */
export interface LanguageInfo {
  /** ISO 639-1, or 639-3 where there is none (Nigerian Pidgin). */
  readonly code: string
  /** In English. */
  readonly name: string
  /** Further ISO 639-2 and 639-3 codes that mean it. */
  readonly aliases: readonly string[]
  /** The script that it is written in, as Unicode names it. */
  readonly script: string
  /** Small letters beyond a to z that it is written with, in NFC, without tone marks. */
  readonly letters: string
  /** Its spelling has marks that people leave out, and that can be restored. */
  readonly restoresDiacritics: boolean
  /**
   * Sentences to read aloud for a voice of one's own, written for this: each is read in about six to
   * twelve seconds, in the full orthography of the language, and together they hold the sounds that tell speakers apart
   * (every vowel, the stops and fricatives, nasals, and what only that language has).
   */
  readonly readingSentences: readonly string[]
}
