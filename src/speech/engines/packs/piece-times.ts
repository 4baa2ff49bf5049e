import type { SyllableTiming, Timing, Timings } from '#shared/audio.ts'
import { averageSeconds } from '#speech/models/phone-lengths.ts'
import type { Phone, Syllable, Word } from '#speech/utterance.ts'
import type { Piece } from './pieces.ts'

/** A stretch of a sound, in seconds. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** When a word is said, and each of its phones. */
export interface WordTimes extends Span {
  readonly phones: readonly Span[]
}

/** The last syllable before a pause is longer by this. */
const FINAL_LENGTHENING = 1.35

/**
 * When the words of a piece are said, by the bounds of its symbols in seconds (one more than there are symbols). Of a model
 * that reads letters, the phones share the time of their word in proportion to their usual lengths.
 */
export function timesByBounds(
  { symbols, first }: Piece,
  words: readonly Word[],
  bounds: readonly number[],
): readonly WordTimes[] {
  let now = bounds[0] ?? 0
  return words.map((word, index): WordTimes => {
    const own = symbols.flatMap(({ word: said, phone }, at) =>
      said === first + index ? [{ phone, start: bounds[at] ?? 0, end: bounds[at + 1] ?? 0 }] : [],
    )
    const start = own[0]?.start ?? now
    now = own.at(-1)?.end ?? start
    const span = { start, end: now }
    const phones = phonesOf(word)
    const tellsPhones = own.some(({ phone }) => phone !== undefined)
    return {
      ...span,
      phones: tellsPhones
        ? phoneSpans(phones.length, own, start)
        : shared(span, phones.map(lengthOf)),
    }
  })
}

/** Of each phone in order; one without a symbol of its own takes no time. */
function phoneSpans(
  count: number,
  symbols: readonly (Span & { readonly phone: number | undefined })[],
  start: number,
): readonly Span[] {
  let done = start
  return Array.from({ length: count }, (_, phone) => {
    const own = symbols.filter((symbol) => symbol.phone === phone)
    const from = Math.max(done, own[0]?.start ?? done)
    done = Math.max(from, own.at(-1)?.end ?? from)
    return { start: from, end: done }
  })
}

/**
 * When the words of a piece are said, where the model does not tell: its phones fill the speech in proportion to their usual
 * lengths, the last syllable lengthened. No more than an estimate: see docs/models.md for how far it is off.
 */
export function timesByLengths(words: readonly Word[], speech: Span): readonly WordTimes[] {
  const lengths = words.flatMap((word, index) => {
    const own = phonesOf(word).map(lengthOf)
    const isLast = index === words.length - 1
    const final = isLast ? (word.syllables.at(-1)?.phones.length ?? 0) : 0
    return own.map((length, at) => (at >= own.length - final ? length * FINAL_LENGTHENING : length))
  })
  const spans = shared(speech, lengths)
  let next = 0
  let now = speech.start
  return words.map((word) => {
    const phones = spans.slice(next, next + phonesOf(word).length)
    next += phones.length
    const start = phones[0]?.start ?? now
    now = phones.at(-1)?.end ?? start
    return { start, end: now, phones }
  })
}

/** The timings of words, their phones and their syllables. */
export function timingsOf(words: readonly Word[], times: readonly WordTimes[]): Timings {
  const inWords = words.map(({ text, syllables }, index) => {
    const { start = 0, end = 0, phones = [] } = times[index] ?? {}
    return { text, start, end, ...insideWord(syllables, phones) }
  })
  return {
    words: inWords.map(({ text, start, end }) => ({ text, start, end })),
    phones: inWords.flatMap(({ phones }) => phones),
    syllables: inWords.flatMap(({ syllables }) => syllables),
  }
}

function insideWord(
  syllables: readonly Syllable[],
  spans: readonly Span[],
): Pick<Timings, 'phones' | 'syllables'> {
  const phones = syllables
    .flatMap((syllable) => syllable.phones)
    .flatMap(({ ipa }, at): Timing[] => {
      const span = spans[at]
      return span ? [{ text: ipa, ...span }] : []
    })
  let next = 0
  return {
    phones,
    syllables: syllables.flatMap(({ phones: own, tone }): SyllableTiming[] => {
      const said = phones.slice(next, next + own.length)
      next += own.length
      const [first, last] = [said[0], said.at(-1)]
      if (!first || !last) return []
      const text = said.map((phone) => phone.text).join('')
      return [{ text, start: first.start, end: last.end, ...(tone ? { tone } : {}) }]
    }),
  }
}

const phonesOf = ({ syllables }: Word): readonly Phone[] =>
  syllables.flatMap(({ phones }) => phones)
const lengthOf = ({ ipa }: Phone): number => averageSeconds(ipa)

/** A span in parts of these relative lengths. */
function shared({ start, end }: Span, lengths: readonly number[]): readonly Span[] {
  const total = lengths.reduce((sum, length) => sum + length, 0)
  let done = 0
  return lengths.map((length) => {
    const from = start + ((end - start) * done) / total
    done += length
    return { start: from, end: start + ((end - start) * done) / total }
  })
}
