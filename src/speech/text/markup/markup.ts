import type { Run } from '#speech/text/runs.ts'
import { parseControls } from './controls.ts'
import { parseSsml } from './ssml.ts'

/** A DOCTYPE is for SSML too, which refuses it: its entities are nothing to read aloud. A page of HTML is text. */
const SSML =
  /^\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*(?:<speak(?=[\s/>]|$)|<!DOCTYPE(?!\s+html))/i

/**
 * A text as the stretches it is made of. A text that begins with `<speak` (or with an XML declaration, a
 * comment or a DOCTYPE before it) is SSML, see ssml.ts; in any other, brackets are controls as controls.ts lists them.
 * Throws AppError('text/markup') that shows the place of what is wrong. Linear in the length of the text.
 */
export function parseMarkup(text: string): readonly Run[] {
  return SSML.test(text.slice(0, 1_000)) ? parseSsml(text) : parseControls(text)
}
