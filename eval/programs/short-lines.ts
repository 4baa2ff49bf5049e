import { join } from 'node:path'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { openLanguageIdentifier, type ScriptedLine } from '#speech/text/detect/languages.ts'
import { type Measure, parseOptions } from '../measure.ts'
import { SENTENCES_AROUND, SHORT_LINES } from '../short-lines.ts'

const MODELS = join(import.meta.dirname, '../../models')

/** A short line, and the language that it is in. */
interface Known {
  readonly text: string
  readonly language: LanguageCode
}

/** Where a short line stands, as the studio would ask about it. */
interface Setting {
  readonly name: string
  readonly voiceOf: (language: LanguageCode) => LanguageCode
  readonly isAmongSentences: boolean
  readonly languagesOf: (language: LanguageCode) => readonly LanguageCode[]
}

const english = (): LanguageCode => 'en'
const same = (language: LanguageCode): LanguageCode => language
const SETTINGS: readonly Setting[] = [
  {
    ...{ name: 'alone, English voice', voiceOf: english },
    ...{ isAmongSentences: false, languagesOf: () => [] },
  },
  {
    ...{ name: 'alone, English voice, the project names the language', voiceOf: english },
    ...{ isAmongSentences: false, languagesOf: (language) => [language] },
  },
  {
    ...{ name: 'alone, a voice of its language', voiceOf: same },
    ...{ isAmongSentences: false, languagesOf: () => [] },
  },
  {
    ...{ name: 'between two sentences of its language, English voice', voiceOf: english },
    ...{ isAmongSentences: true, languagesOf: () => [] },
  },
]

/** Language of greetings and other short lines of a script. */
export const shortLines: Measure = {
  summary: 'Language of greetings and short phrases, alone and in projects',
  help: `npm run eval -- short-lines

Greetings and short phrases, ten in each of the six languages (short-lines.ts). A line counts as right if the
studio would speak it in its language: what is detected, else the language of the voice. The last figure is for
all of them in one script, in an order that has nothing to do with their languages, with an English voice.`,
  async run(args) {
    parseOptions(args, {})
    const { identifyLines } = openLanguageIdentifier(MODELS, (error) => {
      throw error
    })
    const all = LANGUAGES.flatMap(({ code }) =>
      SHORT_LINES[code].map((text): Known => ({ text, language: code })),
    )
    for (const setting of SETTINGS) {
      const wrong: string[] = []
      for (const one of all) {
        const { lines, at } = linesFor(one, setting)
        const found = (await identifyLines(lines, setting.languagesOf(one.language)))[at]
        note(wrong, one, found?.language ?? setting.voiceOf(one.language))
      }
      report(setting.name, wrong, all.length)
    }
    const mixed = all.toSorted((one, other) => placeOf(one.text) - placeOf(other.text))
    const found = await identifyLines(
      mixed.map(({ text }) => ({ text, voice: 'en' })),
      [],
    )
    const wrong: string[] = []
    for (const [at, one] of mixed.entries()) note(wrong, one, found[at]?.language ?? 'en')
    report('all in one script, English voice', wrong, all.length)
  },
}

function linesFor(
  { text, language }: Known,
  { voiceOf, isAmongSentences }: Setting,
): { readonly lines: readonly ScriptedLine[]; readonly at: number } {
  const voice = voiceOf(language)
  if (!isAmongSentences) return { lines: [{ text, voice }], at: 0 }
  const [before, after] = SENTENCES_AROUND[language]
  return { lines: [before, text, after].map((one) => ({ text: one, voice })), at: 1 }
}

function note(wrong: string[], { text, language }: Known, spoken: LanguageCode): void {
  if (spoken !== language) wrong.push(`${text} (${language}) as ${spoken}`)
}

function report(name: string, wrong: readonly string[], all: number): void {
  const rest = wrong.length > 0 ? `; wrong: ${wrong.join(', ')}` : ''
  console.log(`${name}: ${all - wrong.length} of ${all}${rest}`)
}

/** A number that mixes the lines, the same on every computer (FNV-1a). */
function placeOf(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}
