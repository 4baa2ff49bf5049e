import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SpeakRequest } from '#shared/api.ts'
import { SAMPLE_RATE, type SpokenChunk, type Timing, type Timings } from '#shared/audio.ts'
import { AppError } from '#shared/errors.ts'
import { LANGUAGES, type LanguageCode, languageOf } from '#shared/voices.ts'
import { createPhonemizer, type LettersToSound, type Phonemizer } from './phonemes/phonemize.ts'
import { toIpa } from './phonemes/to-ipa.ts'
import { planProsody } from './prosody/plan.ts'
import type { LocalSpeaker, Resume } from './speaker/speaker.ts'
import { normalise } from './text/normalise.ts'
import { splitSentences } from './text/sentences.ts'
import { unspeakable } from './text/unspeakable.ts'
import type { TextSentence } from './utterance.ts'
import type { Voice } from './voice/voice.ts'

/** What speaking needs: people, and the pronunciation of words that no lexicon knows. */
export interface SpeakParts {
  readonly voices: ReadonlyMap<string, Voice>
  readonly lettersToSound: LettersToSound
  /** The folder `resources/lexicons`. */
  readonly lexicons: string
}

/** A speaker in this process, over the parts it is given. */
export function createSpeaker(parts: SpeakParts): LocalSpeaker {
  const phonemizers = new Map<LanguageCode, Phonemizer>()
  const phonemizerFor = (language: LanguageCode): Phonemizer => {
    const known =
      phonemizers.get(language) ?? createPhonemizer(language, parts.lettersToSound, parts.lexicons)
    phonemizers.set(language, known)
    return known
  }
  return {
    // A generator, so that what is wrong with a request throws from its first `next()`, like all else.
    async *speak(request, signal, resume) {
      const voice = voiceOf(parts.voices, request.voice)
      const language = languageFor(request.language, voice.info.language)
      yield* speak(request, voice, language, phonemizerFor(language), signal, resume)
    },
    async phonemes(lines, tag, signal) {
      const language = languageFor(tag, 'en')
      const output: string[] = []
      for (const line of lines) {
        signal.throwIfAborted()
        // A line filter answers a line for a line, an empty one where nothing can be spoken.
        const sentences = splitSentences(normalise(line, language), language)
        const spoken = await Promise.all(sentences.map((s) => phonemizerFor(language).phonemize(s)))
        output.push(spoken.map(toIpa).join(' | '))
      }
      return output
    },
  }
}

/** Text in, sound out: one chunk per sentence, in order, each as soon as it is ready. */
async function* speak(
  request: SpeakRequest,
  voice: Voice,
  language: LanguageCode,
  phonemizer: Phonemizer,
  signal: AbortSignal,
  resume: Resume = { chunks: 0, seconds: 0 },
): AsyncGenerator<SpokenChunk> {
  const sentences = sentencesOf(request.text, language)
  let seconds = resume.seconds
  for (const [index, text] of sentences.entries()) {
    if (index < resume.chunks) continue
    signal.throwIfAborted()
    const sentence = await phonemizer.phonemize(text)
    const isLast = index === sentences.length - 1
    const plan = planProsody(sentence, voice, request.speed, isLast)
    const { samples, timings } = voice.render(sentence, plan.durationStretch)
    const withPause = appendSilence(samples, plan.pauseSeconds)
    yield {
      samples: withPause,
      timings: shifted(timings, seconds),
      done: index + 1,
      total: sentences.length,
    }
    seconds += withPause.length / SAMPLE_RATE
    // A sentence is a tenth of a second of work: let cancels in between two of them.
    await nextTurn()
  }
}

/** The sentences of a text; throws AppError('text/empty' or 'text/unspeakable') where there are none. */
function sentencesOf(text: string, language: LanguageCode): readonly TextSentence[] {
  const sentences = splitSentences(normalise(text, language), language)
  if (sentences.length > 0) return sentences
  const why = unspeakable(text, language)
  if (why !== undefined) throw new AppError('text/unspeakable', why)
  throw new AppError('text/empty', 'The text is empty: write something to say.')
}

function voiceOf(voices: ReadonlyMap<string, Voice>, id: string): Voice {
  const voice = voices.get(id.toLowerCase())
  if (voice) return voice
  const names = Array.from(voices.values(), ({ info }) => info.name).join(', ')
  throw new AppError(
    'voice/not-found',
    `No voice is called "${id.slice(0, 80)}". The voices are ${names}.`,
  )
}

/** The language asked for, or the voice's own where none was. */
function languageFor(tag: string | undefined, own: LanguageCode): LanguageCode {
  if (tag === undefined) return own
  const language = languageOf(tag)
  if (language) return language
  const known = LANGUAGES.map(({ code, name }) => `${code} (${name})`).join(', ')
  throw new AppError(
    'language/unsupported',
    `The language "${tag.slice(0, 35)}" is not supported. Supported: ${known}.`,
  )
}

function appendSilence(samples: Float32Array, seconds: number): Float32Array {
  const longer = new Float32Array(samples.length + Math.round(seconds * SAMPLE_RATE))
  longer.set(samples)
  return longer
}

/** The same timings, `seconds` later. */
function shifted(timings: Timings, seconds: number): Timings {
  const later = <T extends Timing>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, start: item.start + seconds, end: item.end + seconds }))
  return {
    words: later(timings.words),
    phones: later(timings.phones),
    syllables: later(timings.syllables),
  }
}
