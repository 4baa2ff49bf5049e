import { LANGUAGES } from '#shared/languages/languages.ts'
import { assemble } from '#speech/text/assemble.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import { WORST_PIECES } from '#speech/text/worst-pieces.test-support.ts'
import { report } from './statistics.ts'

/** Characters of the texts: once, four times and sixteen times. */
const SIZES = [1_250, 5_000, 20_000] as const
/** Growth of time with length: 1 is linear, 2 quadratic. Short times say nothing about it. */
const MOST_GROWTH = 1.5
const SHORT_MS = 40
const RUNS = 3

/** How long texts of the worst kind take from markup to sentences, in every language: time has to grow with the length, no faster. */
export async function benchWorstCases(): Promise<void> {
  for (const { code } of LANGUAGES) {
    let slowest = { name: '', ms: 0, growth: 1 }
    for (const [name, units] of Object.entries(WORST_PIECES)) {
      for (const unit of units) {
        const { ms, growth } = growthOf(code, unit)
        if (ms > SHORT_MS && growth > MOST_GROWTH)
          report(
            `${code}, ${name}, ${JSON.stringify(unit)}`,
            `${ms.toFixed(0)} ms, ^${growth.toFixed(2)}`,
            `at most ^${MOST_GROWTH}`,
          )
        if (ms > slowest.ms) slowest = { name: `${name} ${JSON.stringify(unit)}`, ms, growth }
      }
    }
    const { name, ms, growth } = slowest
    report(
      `${code}: slowest of 20,000 characters, ${name}`,
      `${ms.toFixed(0)} ms, ^${growth.toFixed(2)}`,
      `at most ^${MOST_GROWTH}`,
    )
  }
}

type Code = (typeof LANGUAGES)[number]['code']

/** Milliseconds of the processor for the longest text, and the power of the length with which time grows from the middle one to it. */
function growthOf(code: Code, unit: string): { readonly ms: number; readonly growth: number } {
  const [, middle = 0, longest = 0] = SIZES.map((size) => {
    const text = `Lagos ${unit.repeat(Math.ceil(size / unit.length))}`.slice(0, size)
    return Math.min(...Array.from({ length: RUNS }, () => timeOf(text, code)))
  })
  return { ms: longest, growth: Math.log(longest / middle) / Math.log(4) }
}

/** Throws where nothing of the text is left, although its first word can be said. */
function timeOf(text: string, code: Code): number {
  // Of the processor: other programs do not count.
  const start = process.cpuUsage()
  const { sentences } = assemble(parseMarkup(text.replaceAll('[', '(')), code)
  const { user, system } = process.cpuUsage(start)
  const ms = (user + system) / 1_000
  if (sentences.length === 0)
    throw new Error(`${code} falls silent at ${JSON.stringify(text.slice(0, 40))}…`)
  return ms
}
