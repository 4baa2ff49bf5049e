import type { Timing, Timings } from '#shared/audio.ts'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { timesByLengths } from '#speech/engines/packs/piece-times.ts'
import { speechSpan } from '#speech/engines/packs/speech-span.ts'
import { systemVoices } from '#speech/engines/registry.ts'
import type { Word } from '#speech/utterance.ts'
import { LISTENING_SENTENCES } from '../listening-sentences.ts'
import { type Measure, parseOptions } from '../measure.ts'
import { openSynthesis, type Spoken } from '../speech.ts'

/** A gap between two words that is a pause, in seconds: voices of packs that tell no times are asked for what is between two. */
const PAUSE = 0.05

export const wordTimes: Measure = {
  summary: 'how far off the times of words are that are estimated for packs without durations',
  help: `npm run eval -- word-times

Speaks the listening sentences of every language with its built-in voices, whose times are exact, and estimates the times of the
same words as for a voice of a pack whose model does not tell them: from the sound between two pauses and the usual lengths of
phones. Prints the median and the 90th percentile of the distance of the beginnings of words inside a phrase, in milliseconds.`,
  async run(args) {
    parseOptions(args, {})
    const { speak } = await openSynthesis()
    const all: number[] = []
    for (const { code, name } of LANGUAGES) {
      const errors: number[] = []
      for (const { id } of systemVoices().filter(({ language }) => language === code))
        for (const text of LISTENING_SENTENCES[code])
          errors.push(...errorsIn(await speak({ text, voice: id, language: code }), code))
      all.push(...errors)
      console.log(`${name}\t${shown(errors)}`)
    }
    console.log(`all\t${shown(all)}`)
  },
}

function shown(errors: readonly number[]): string {
  const sorted = errors.toSorted((one, other) => one - other)
  const at = (share: number): string =>
    (1_000 * (sorted[Math.floor(share * sorted.length)] ?? 0)).toFixed(0)
  return `median ${at(0.5)} ms, 90 % within ${at(0.9)} ms, ${sorted.length} words`
}

/** Distances of the beginnings of words that do not begin a phrase, in seconds. */
function errorsIn({ samples, rate, timings }: Spoken, language: LanguageCode): readonly number[] {
  return phrasesIn(timings).flatMap((words) => {
    const [first, last] = [words[0], words.at(-1)]
    if (!first || !last) return []
    const from = Math.max(0, Math.round((first.start - PAUSE / 2) * rate))
    const sound = samples.subarray(from, Math.round((last.end + PAUSE / 2) * rate))
    const span = speechSpan(sound, rate)
    const speech = { start: (from + span.start) / rate, end: (from + span.end) / rate }
    const estimated = timesByLengths(
      words.map((word) => wordOf(word, timings, language)),
      speech,
    )
    return words.slice(1).map(({ start }, at) => Math.abs(start - (estimated[at + 1]?.start ?? 0)))
  })
}

function phrasesIn({ words }: Timings): readonly (readonly Timing[])[] {
  const phrases: Timing[][] = []
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]
    if (!before || word.start - before.end > PAUSE) phrases.push([])
    phrases.at(-1)?.push(word)
  }
  return phrases
}

function wordOf(
  { text, start, end }: Timing,
  { syllables, phones }: Timings,
  language: LanguageCode,
): Word {
  const inside = <T extends Timing>(
    items: readonly T[],
    span: Pick<Timing, 'start' | 'end'>,
  ): T[] =>
    items.filter((item) => {
      const middle = (item.start + item.end) / 2
      return middle >= span.start && middle < span.end
    })
  return {
    ...{ text, language, breakAfter: false },
    syllables: inside(syllables, { start, end }).map((syllable) => ({
      stress: 0,
      phones: inside(phones, syllable).map(({ text: ipa }) => ({ ipa })),
    })),
  }
}
