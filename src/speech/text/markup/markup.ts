import type { Run } from '#speech/text/runs.ts'
import { parseControls } from './controls.ts'
import { parseSsml } from './ssml.ts'

/** A DOCTYPE counts as SSML, which refuses it: entities are not to be read aloud. A page of HTML is text. */
const SSML =
  /^\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*(?:<speak(?=[\s/>]|$)|<!DOCTYPE(?!\s+html))/i

/**
 * Parses a text into runs. A text that begins with `<speak` (or with an XML declaration, a comment or a DOCTYPE before
 * it) is SSML, see ssml.ts; in any other, brackets are controls as controls.ts lists them. Throws
 * AppError('text/markup') that shows the place of the problem. Linear in the length of the text.
 * @example `parseMarkup('[yo]Báwo ni?[/yo] Hello.')` gives a run in Yoruba and one without a language.
 */
export function parseMarkup(text: string): readonly Run[] {
  return SSML.test(text.slice(0, 1_000)) ? parseSsml(text) : parseControls(text)
}
