import { SAMPLE_RATE, type SpokenChunk } from '#shared/audio.ts'
import { isCustomVoiceId } from '#shared/custom-voices.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import type { Speaker, SpeakOrder } from '#speech/speaker.ts'
import type { AnnotatedSentence } from '#speech/text/assemble.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import { markupProblem } from '#speech/text/markup/problem.ts'
import type { Run, VoiceWish } from '#speech/text/runs.ts'
import { NO_TIMINGS, shifted } from './sentence-chunks.ts'

/** A part of a text that one voice speaks. */
interface VoiceStretch {
  /** Left out: the voice of the request. */
  readonly wish: VoiceWish | undefined
  readonly runs: readonly Run[]
}

/** Only SSML can name voices. */
const NAMES_VOICES = /<voice\b/

/** The parts of a text between changes of the voice, in order, at least one. Throws AppError('text/markup'). */
export function voiceStretches(text: string): readonly VoiceStretch[] {
  const stretches: { wish: VoiceWish | undefined; runs: Run[] }[] = []
  for (const run of parseMarkup(text)) {
    const last = stretches.at(-1)
    const wish = wishOf(run)
    if (!last) stretches.push({ wish, runs: [run] })
    else if (!isHeard(run) || wish === last.wish) last.runs.push(run)
    else if (!last.runs.some(isHeard)) {
      last.wish = wish
      last.runs.push(run)
    } else stretches.push({ wish, runs: [run] })
  }
  return stretches.length === 0 ? [{ wish: undefined, runs: [] }] : stretches
}

/** Marks, pauses and blanks go with what stands before them. */
function isHeard(run: Run): boolean {
  return run.kind === 'ipa' || (run.kind === 'text' && /[\p{L}\p{N}]/u.test(run.text))
}

function wishOf(run: Run): VoiceWish | undefined {
  return run.kind === 'text' || run.kind === 'ipa' ? run.style.voice : undefined
}

const ENDED = /[.?!።፧…]["'”’)\]]*\s*$/

/**
 * The sentences of a stretch that another voice follows: the last one goes on where nothing ends it, and a paragraph ends
 * only where its writer has ended one.
 */
export function beforeAnotherVoice(
  sentences: readonly AnnotatedSentence[],
  runs: readonly Run[],
): readonly AnnotatedSentence[] {
  const last = sentences.at(-1)
  if (!last) return sentences
  const written = runs.map((run) => ('text' in run ? run.text : '')).join('')
  const endsParagraph = /\n\s*$/.test(written)
  const end = ENDED.test(written) || endsParagraph ? last.end : 'clause'
  return [...sentences.slice(0, -1), { ...last, end, endsParagraph }]
}

/**
 * The ids of the voices that speak a text, one for each of its stretches, where `own` speaks what names none. `voices`:
 * all that can be named. Throws AppError('text/markup'), also where no voice fits.
 */
export function voicesIn(
  text: string,
  own: string,
  voices: () => readonly VoiceInfo[],
): readonly string[] {
  if (!NAMES_VOICES.test(text)) return [own]
  const all = voices()
  return voiceStretches(text).map(({ wish, runs }) => {
    if (!wish) return own
    const language = runs.flatMap((run) => ('style' in run ? (run.style.language ?? []) : []))[0]
    const found = choose(wish, own, language, all)
    if (found !== undefined) return found
    const asked =
      wish.names.length > 0 ? `is called "${wish.names.join('", "').slice(0, 80)}"` : 'is like that'
    const names = all.map(({ name }) => name).join(', ')
    throw markupProblem(
      text,
      wish.at,
      `No voice ${asked}. The voices are ${names}; with onvoicefailure="keepexisting" the text goes on without a change.`,
    )
  })
}

/** By name first, then by gender and language; undefined where nobody fits. */
function choose(
  wish: VoiceWish,
  own: string,
  language: string | undefined,
  all: readonly VoiceInfo[],
): string | undefined {
  const { names, gender, variant, mayKeep } = wish
  const named = names
    .map((name) => name.toLowerCase())
    // Whether the account has a voice of its own is asked before it speaks.
    .find((id) => isCustomVoiceId(id) || all.some((voice) => voice.id === id))
  if (named !== undefined) return named
  const hasTraits = gender !== undefined || variant !== undefined
  const found = hasTraits ? byTraits(wish, own, language, all) : undefined
  return found ?? (mayKeep ? own : undefined)
}

/** A native voice where there is one; who speaks already is taken where it fits and no other is asked for. */
function byTraits(
  { gender, languages, variant }: VoiceWish,
  own: string,
  language: string | undefined,
  all: readonly VoiceInfo[],
): string | undefined {
  const isOwn = ({ id }: VoiceInfo): boolean => id === own.toLowerCase()
  const wanted = languages[0] ?? language ?? all.find(isOwn)?.language
  const ofGender = all.filter((voice) => gender === undefined || voice.gender === gender)
  const native = ofGender.filter((voice) => voice.language === wanted)
  const fitting = native.length > 0 ? native : ofGender
  const kept = variant === undefined ? fitting.find(isOwn) : undefined
  return (kept ?? fitting[((variant ?? 1) - 1) % Math.max(1, fitting.length)])?.id
}

/**
 * A speaker of texts whose markup changes the voice (`<voice>` of SSML): every stretch is spoken by its own voice, as one
 * speech with one clock. `voices`: all that a text may name.
 */
export function withVoiceChanges(speaker: Speaker, voices: () => readonly VoiceInfo[]): Speaker {
  return {
    ...speaker,
    async *speak(order, signal, resume) {
      const { stretch: _, ...whole } = order
      const ids = voicesIn(order.text, order.voice, voices)
      const [only] = ids
      if (ids.length === 1) {
        yield* speaker.speak({ ...whole, voice: only ?? order.voice }, signal, resume)
        return
      }
      if (resume) throw new Error('a text with several voices is taken up again by each of them')
      yield* order.lengthFirst
        ? withLength(speakAll(speaker, whole, ids, signal))
        : speakAll(speaker, whole, ids, signal)
    },
  }
}

async function* speakAll(
  speaker: Speaker,
  order: SpeakOrder,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<SpokenChunk> {
  let seconds = 0
  let sentences = 0
  for (const [index, voice] of ids.entries()) {
    const isLast = index === ids.length - 1
    const part = { ...order, voice, stretch: { index, isLast }, lengthFirst: false }
    let length = 0
    let own = 0
    for await (const chunk of speaker.speak(part, signal)) {
      const { samples, timings, done, total, samplesToCome } = chunk
      own = total
      yield {
        samples,
        timings: shifted(timings, seconds),
        done: sentences + done,
        // The voices to come have a sentence each at least.
        total: sentences + total + ids.length - 1 - index,
        ...(isLast ? { samplesToCome } : {}),
      }
      length += samples.length
    }
    seconds += length / SAMPLE_RATE
    sentences += own
  }
}

/** The same sound, kept until its length is known; chunks without sound say meanwhile that work goes on. */
async function* withLength(chunks: AsyncIterable<SpokenChunk>): AsyncGenerator<SpokenChunk> {
  const kept: SpokenChunk[] = []
  let left = 0
  for await (const chunk of chunks) {
    kept.push(chunk)
    left += chunk.samples.length
    yield {
      ...chunk,
      samples: new Float32Array(),
      timings: NO_TIMINGS,
      done: 0,
      samplesToCome: undefined,
    }
  }
  const total = kept.at(-1)?.total ?? 0
  for (const chunk of kept) {
    left -= chunk.samples.length
    yield { ...chunk, total, samplesToCome: left }
  }
}
