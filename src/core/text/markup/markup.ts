import type { Run } from '#core/text/runs.ts'
import { parseControls } from './controls.ts'
import { parseSsml } from './ssml.ts'

const SSML = /^\s*(?:<\?xml\b[^>]*>\s*)?<speak(?=[\s/>]|$)/

/**
 * A text as the stretches it is made of. A text that begins with `<speak` (or with an XML declaration and then
 * `<speak`) is SSML, see ssml.ts; in any other, brackets are controls as controls.ts lists them.
 * Throws AppError('text/markup') that shows the place of what is wrong. Linear in the length of the text.
 */
export function parseMarkup(text: string): readonly Run[] {
  return SSML.test(text.slice(0, 1_000)) ? parseSsml(text) : parseControls(text)
}
