import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { checkReading } from '#app/read-back/check-reading.ts'
import { expectedWords } from '#app/read-back/expected-words.ts'
import type { Evidence } from '#inference/messages.ts'
import { type ModelProcesses, openModelProcesses } from '#inference/model-process.ts'
import { packsForTests, startModelProcess, tinyPack } from '#inference/packs.test-support.ts'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import type { Reading } from '#shared/reading.ts'
import type { DifferenceKind } from '#shared/words/compare-words.ts'
import { joined } from '#speech/dsp/join.ts'
import { resample } from '#speech/dsp/resample.ts'
import { systemVoices } from '#speech/engines/registry.ts'
import { openSpeaker } from '#speech/open-speaker.ts'
import type { Speaker } from '#speech/speaker.ts'
import { seededRandom } from '#testing/random.test-support.ts'
import { type Measure, parseOptions, wholeNumber } from '../measure.ts'

const ROOT = join(import.meta.dirname, '../..')
const WORDS_PER_LINE = 4
/** Pidgin's numbers sound as the English ones do, and the recogniser has not learned them. */
const OWN_PIDGIN = 12
const never = new AbortController().signal

export const readBack: Measure = {
  summary: 'read-back checks of takes: mistakes found, and false alarms',
  help: `npm run eval -- read-back [options]

Speaks lines of four words with Griot's voices, as they are written and with one mistake each (a word left out, said twice, added,
replaced), and checks them with the recogniser of the tests, which knows 108 words. Prints in how many lines something is found, by the
words alone and by the words and the sound, and how many of the mistakes are found as what they are.

  --lines N   lines in all (default 240)
  --seed N    another selection (default 1)`,
  async run(args) {
    const options = parseOptions(args, {
      lines: { type: 'string', default: '240' },
      seed: { type: 'string', default: '1' },
    })
    const random = seededRandom(wholeNumber('seed', options.seed))
    const speaker = await openSpeaker(join(ROOT, 'resources'))
    const store = packsForTests([tinyPack('tiny-ctc')])
    const models = openModelProcesses({ start: startModelProcess, store })
    const tally = new Map<string, Tally>()
    try {
      for (let n = 0; n < wholeNumber('lines', options.lines); n++) {
        const { code } = LANGUAGES[n % LANGUAGES.length] ?? { code: 'en' }
        for (const [kind, line] of Object.entries(linesOf(code, random)))
          count(tally, kind, await check(line, code, { speaker, models }))
      }
    } finally {
      models.close()
    }
    for (const [kind, counts] of tally) console.log(rowOf(kind, counts))
  },
}

function count(
  tally: Map<string, Tally>,
  kind: string,
  { byWords, bySound }: { readonly byWords: Reading; readonly bySound: Reading },
): void {
  const known = tally.get(kind) ?? { lines: 0, byWords: 0, bySound: 0, asSuch: 0 }
  known.lines++
  if (byWords.findings.length > 0) known.byWords++
  if (bySound.findings.length > 0) known.bySound++
  if (bySound.findings.some((one) => one.kind === kind)) known.asSuch++
  tally.set(kind, known)
}

function rowOf(kind: string, { lines, byWords, bySound, asSuch }: Tally): string {
  const share = (found: number): string => `${found} (${((found / lines) * 100).toFixed(1)} %)`
  const found = [
    `something found by words ${share(byWords)}`,
    `by words and sound ${share(bySound)}`,
    ...(kind === 'right' ? [] : [`as what it is ${share(asSuch)}`]),
  ]
  return `${kind.padEnd(9)} of ${lines}: ${found.join(', ')}`
}

interface Tally {
  lines: number
  byWords: number
  bySound: number
  asSuch: number
}

interface Line {
  readonly voice: string
  readonly written: readonly string[]
  readonly said: readonly string[]
}

/** One line as it is written, and with each of the mistakes. */
function linesOf(
  code: LanguageCode,
  random: () => number,
): Readonly<Record<DifferenceKind | 'right', Line>> {
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)]
    if (found === undefined) throw new RangeError('There is nothing to choose from.')
    return found
  }
  const all = wordsOf(code)
  const written: string[] = []
  while (written.length < WORDS_PER_LINE) {
    const word = pick(all)
    if (!written.includes(word)) written.push(word)
  }
  const at = Math.floor(random() * written.length)
  const other = pick(all.filter((word) => !written.includes(word)))
  const voice = pick(systemVoices().filter(({ language }) => language === code)).id
  const line = (said: readonly string[]): Line => ({ voice, written, said })
  return {
    right: line(written),
    missing: line(written.toSpliced(at, 1)),
    repeated: line(written.toSpliced(at, 0, written[at] ?? '')),
    extra: line(written.toSpliced(at, 0, other)),
    different: line(written.toSpliced(at, 1, other)),
  }
}

function wordsOf(code: LanguageCode): readonly string[] {
  const file = readFileSync(join(ROOT, 'train/tiny-packs/words.json'), 'utf8')
  const words = z.record(z.string(), z.array(z.string())).parse(JSON.parse(file))[code] ?? []
  return code === 'pcm' ? words.slice(OWN_PIDGIN) : words
}

async function check(
  { voice, written, said }: Line,
  language: LanguageCode,
  { speaker, models }: { readonly speaker: Speaker; readonly models: ModelProcesses },
): Promise<{ readonly byWords: Reading; readonly bySound: Reading }> {
  const order = { text: said.join(' '), voice, language, speed: 1 }
  const chunks = await Array.fromAsync(speaker.speak(order, never))
  const sound = resample(joined(chunks.map(({ samples }) => samples)), 24_000, 16_000)
  const text = written.join(' ')
  const words = expectedWords(text, language)
  const expected = words.map((word) => word.said)
  const blocks = (async function* () {
    yield sound
  })()
  const pieces = models.transcribe('tiny-ctc', blocks, { language, expected }, never)
  const heard: string[] = []
  let evidence: Evidence | undefined
  for (;;) {
    const next = await pieces.next()
    if (next.done) {
      evidence = next.value
      break
    }
    heard.push(next.value.piece.text)
  }
  const transcript = { text: heard.join(' '), words: undefined }
  return {
    byWords: checkReading(text, words, transcript),
    bySound: checkReading(text, words, { ...transcript, evidence }),
  }
}
