import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { LANGUAGES } from '#shared/languages/languages.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'
import { assemble } from '#speech/text/assemble.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import { WORST_PIECES } from '#speech/text/worst-pieces.test-support.ts'

let speaker: LocalSpeaker
const forever = new AbortController().signal
beforeAll(async () => {
  speaker = await speakerForTests()
})

/** A word that every language can say, in letters that all of them have. */
const WORD = 'Lagos'
const piece = fc.constantFrom(...Object.values(WORST_PIECES).flat())
/** What rules look for, words, characters of any script, half of a surrogate pair, and signs of markup, in any order. */
const anyText = fc
  .array(
    fc.oneof(
      { arbitrary: piece, weight: 6 },
      { arbitrary: fc.constantFrom(' ', ' ', '\n', '. ', 'two ', 'ọjọ́ ', 'ቤት '), weight: 3 },
      { arbitrary: fc.string({ unit: 'binary', maxLength: 3 }), weight: 1 },
      { arbitrary: fc.nat({ max: 9_999_999 }).map(String), weight: 1 },
      {
        arbitrary: fc.constantFrom('\ud83d', '\udc00', '[', ']', '[yo]', '[/yo]', '\\['),
        weight: 1,
      },
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))

describe.each(LANGUAGES)('$name', ({ code }) => {
  test('any text becomes sentences or is refused in words', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        // What markup does not allow is refused before it is read.
        const spans = attempt(() => parseMarkup(text))
        if (spans) assemble(spans, code)
      }),
      { numRuns: 400 },
    )
  })

  test('a word stays, whatever stands around it, and every word has sounds', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (before, after) => {
        const text = `${plain(before)} ${WORD} ${plain(after)}`
        const { sentences } = assemble(parseMarkup(text), code)
        expect(sentences.map((one) => one.text.toLowerCase()).join(' ')).toContain('lagos')
        const [phones = ''] = await speaker.phonemes([text], code, forever)
        const words = phones.split(' | ')
        expect(words.length).toBeGreaterThanOrEqual(sentences.length)
        expect(words).not.toContain('')
      }),
      // Letters that no reading had sounds for, and a sign among the letters.
      { numRuns: 80, examples: [', NYwww.', '. ˆ'].map((after): [string, string] => ['', after]) },
    )
  })
})

/** Without the brackets of markup, in which a word may be an argument. */
const plain = (text: string): string => text.replace(/[[\]<]/g, '(')

/** Undefined for a text whose markup is refused in words; any other failure is thrown. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
