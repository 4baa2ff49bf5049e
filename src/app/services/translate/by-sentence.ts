import type { LanguageCode } from '#shared/languages/languages.ts'
import { allSentencesIn } from './lines.ts'

/**
 * Translates a passage with something that knows only sentences: `translateAll` gets the sentences of all lines, in order, and
 * answers as many. Line ends, and spaces between sentences, stay.
 */
export async function translateBySentence(
  text: string,
  source: LanguageCode,
  translateAll: (sentences: readonly string[]) => Promise<readonly string[]>,
): Promise<string> {
  const pieces = text.split('\n').map((line) => {
    const whole = { start: 0, end: line.length }
    return { line, sentences: allSentencesIn(line, whole, [], source) }
  })
  const asked = pieces.flatMap(({ line, sentences }) =>
    sentences.map(({ start, end }) => line.slice(start, end)),
  )
  const answers = [...(await translateAll(asked))]
  if (answers.length !== asked.length)
    throw new Error(`${asked.length} sentences were translated as ${answers.length}.`)
  const lines = pieces.map(({ line, sentences }) => {
    let at = 0
    let translated = ''
    for (const { start, end } of sentences) {
      translated += line.slice(at, start) + oneLine(answers.shift() ?? '')
      at = end
    }
    return translated + line.slice(at)
  })
  return lines.join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s*[\n\r]+\s*/g, ' ').trim()
}
