import type { MarkedText } from '#shared/diacritics.ts'
import { AppError } from '#shared/errors.ts'
import { type LanguageCode, namedCodes } from '#shared/languages/languages.ts'
import { applyDictionary } from '#speech/dictionary/apply.ts'
import { fromDecibels, limit } from '#speech/dsp/level.ts'
import { voicesOf } from '#speech/engines/cast.ts'
import {
  type Capabilities,
  type Engine,
  type EngineDefinition,
  missingEngine,
  type VoiceRef,
} from '#speech/engines/engine.ts'
import type { LettersToSound, Phonemizer } from '#speech/languages/common/phonemizer.ts'
import type { OpenHomographs } from '#speech/languages/en/phonemes/english-reader.ts'
import {
  type EnglishVariants,
  openEnglishVariants,
} from '#speech/languages/en/phonemes/variants.ts'
import { codeOf, dialectFor, languageFor, registeredLanguages } from '#speech/languages/registry.ts'
import type { SpeechPack } from '#speech/models/speech-pack.ts'
import { ipaWords } from '#speech/phonemes/ipa-words.ts'
import { type CheckLexicons, createPhonemizer } from '#speech/phonemes/phonemize.ts'
import { readWord } from '#speech/phonemes/read-word.ts'
import { toIpa } from '#speech/phonemes/to-ipa.ts'
import type { LocalSpeaker, MarkOrder, SpeakOrder } from '#speech/speaker.ts'
import { type AnnotatedSentence, assemble } from '#speech/text/assemble.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import type { Run } from '#speech/text/runs.ts'
import { unspeakable } from '#speech/text/unspeakable.ts'
import { betweenParts } from '#speech/turns/turns.ts'
import type { Word } from '#speech/utterance.ts'
import { type DetectWords, withOtherLanguages } from './code-switches.ts'
import { phonemizeSentence } from './phonemize-sentence.ts'
import {
  type OpenVoice,
  openVoice,
  type PredictProsody,
  speakSentences,
} from './speak-sentences.ts'
import { beforeAnotherVoice, voiceStretches } from './voice-changes.ts'

/** An engine in this process, and what is known of it. */
export interface OpenEngine {
  readonly definition: EngineDefinition
  readonly engine: Engine
}

/** Dependencies of a speaker: engines with their voices, and the pronunciation of words that no lexicon knows. */
export interface SpeakParts {
  readonly engines: readonly OpenEngine[]
  /** The engine of the pack that an order names; left out: orders name none. */
  readonly engineOf?: ((pack: SpeechPack) => OpenEngine) | undefined
  readonly lettersToSound: LettersToSound
  /** The folder `resources/lexicons`. */
  readonly lexicons: string
  /** Asked before the lexicons of a language are read; left out: they are taken as they are. */
  readonly checkLexicons?: CheckLexicons
  /** Opens the tagger of English homographs; left out: rules choose between their readings. */
  readonly openHomographs?: OpenHomographs
  /** Puts the tone marks and under-dots on Yoruba text that lacks them, word for word; left out: it stays as it is. */
  readonly restoreMarks?: ((order: MarkOrder) => Promise<MarkedText>) | undefined
  /** Tells the languages of words, so that English among others is read as English; left out: only markup says so. */
  readonly detectWords?: DetectWords
  /** Predicts timing and melody as native speakers have them; left out: rules make both. */
  readonly predictProsody?: PredictProsody
}

/** A speaker in this process, over the parts it is given. */
export function createSpeaker(parts: SpeakParts): LocalSpeaker {
  const phonemizerFor = rememberPhonemizers(parts)
  let englishVariants: Promise<EnglishVariants> | undefined
  return {
    // A generator, so that what is wrong with a request throws from its first `next()`, like all else.
    async *speak(order, signal, resume) {
      const { voice, definition } = await voiceFor(enginesFor(parts, order), order, signal)
      const { capabilities, traits } = definition
      const language = languageOf(order.language, voice.session.info.language)
      checkAbilities(order, language, voice.session.info.name, capabilities)
      if (resume && resume.open > 0 && !capabilities.deterministic) throw interrupted()
      const isFirstShort = !capabilities.streams
      const sentences = await sentencesOf(order, language, parts.detectWords, isFirstShort)
      const { speed, seed, volume = 0, lengthFirst = false, accepted, restoresMarks = true } = order
      const restoreMarks = restoresMarks ? parts.restoreMarks : undefined
      const markingPhonemizerFor = withMarks(phonemizerFor, restoreMarks, accepted)
      const keepsRules = order.custom !== undefined && traits?.prosody === 'rules'
      const predictProsody = keepsRules ? undefined : parts.predictProsody
      const context = {
        ...{ speed, seed, language, voice, predictProsody, signal },
        stretch: order.stretch,
        phonemizerFor: markingPhonemizerFor,
      }
      let isSilent = resume === undefined
      for await (const chunk of speakSentences(sentences, context, lengthFirst, resume)) {
        isSilent &&= chunk.samples.length === 0
        if (volume !== 0) limit(chunk.samples, fromDecibels(volume))
        yield chunk
      }
      // Its letters have passed every rule, and no reader has found a sound in them.
      if (isSilent) throw nothingToSay(parseMarkup(order.text), language)
    },
    async detectWords({ text, main }, signal) {
      signal.throwIfAborted()
      return (await parts.detectWords?.(text, main)) ?? []
    },
    async restoreMarks(order, signal) {
      signal.throwIfAborted()
      return parts.restoreMarks ? parts.restoreMarks(order) : { text: order.text, words: [] }
    },
    async readWords({ dialects, language, ...order }, signal) {
      const sentences = await sentencesOf(order, language, parts.detectWords)
      const readerFor = withMarks(phonemizerFor, parts.restoreMarks, order.accepted)
      const accents = dialects.flatMap((tag) => dialectFor(tag)?.dialect ?? [])
      const accented = (words: readonly Word[]): readonly Word[] =>
        accents.reduce((said, { pronounce }) => pronounce(said), words)
      const words: Word[] = []
      for (const sentence of sentences) {
        signal.throwIfAborted()
        words.push(...accented((await phonemizeSentence(sentence, readerFor)).words))
        await betweenParts()
      }
      englishVariants ??= openEnglishVariants()
      const variantsOf = await englishVariants
      return words.map((word) => {
        const isFree = word.language === 'en' && !word.isGivenInPhones
        const others = isFree
          ? variantsOf(word.text).map((syllables) => ({ ...word, syllables }))
          : []
        return readWord(word, accented(others))
      })
    },
    async normalise({ language, ...order }, signal) {
      const sentences = await sentencesOf(order, language, parts.detectWords)
      const { accepted } = order
      const restoreMarks = parts.restoreMarks
      let text = ''
      for (const sentence of sentences) {
        signal.throwIfAborted()
        const words = restoreMarks
          ? await markedText(sentence, (own) => restoreMarks({ ...own, accepted }))
          : sentence.text
        text += `${words}${sentence.endsParagraph ? '\n' : ' '}`
      }
      return text.trimEnd()
    },
    // Words one by one, as they are spelled: marks are restored from the words around one (see diacritics).
    async phonemes(lines, tag, signal) {
      const language = languageOf(tag, 'en')
      const accent = tag === undefined ? undefined : dialectFor(tag)?.dialect.pronounce
      const output: string[] = []
      for (const line of lines) {
        signal.throwIfAborted()
        // A line filter answers a line for a line, an empty one where nothing can be spoken.
        const { sentences } = assemble(parseMarkup(line), language)
        const spoken = await Promise.all(sentences.map((s) => phonemizeSentence(s, phonemizerFor)))
        const said = spoken.map((sentence) => ({
          ...sentence,
          words: accent?.(sentence.words) ?? sentence.words,
        }))
        output.push(said.map(toIpa).join(' | '))
      }
      return output
    },
  }
}

/** The words of a sentence, with marks on those of its languages whose marks people leave out. */
async function markedText(
  { text, groups }: AnnotatedSentence,
  restoreMarks: (order: Pick<MarkOrder, 'text' | 'language'>) => Promise<MarkedText>,
): Promise<string> {
  let marked = ''
  let from = 0
  for (const { kind, text: words, language } of groups) {
    if (kind !== 'text' || !languageFor(language).restoresDiacritics) continue
    const at = text.indexOf(words, from)
    const restored = await restoreMarks({ text: words, language })
    marked += `${text.slice(from, at)}${restored.text}`
    from = at + words.length
  }
  return marked + text.slice(from)
}

type PhonemizerFor = (language: LanguageCode) => Phonemizer

/**
 * The sentences of a text: markup first, then other languages in it, then the person's own pronunciations,
 * then the rules of its languages.
 * Throws AppError('text/markup'), and AppError('text/empty' or 'text/unspeakable') where there is nothing to say.
 */
async function sentencesOf(
  order: Pick<SpeakOrder, 'text' | 'pronunciations' | 'pitch' | 'numbers' | 'stretch'>,
  language: LanguageCode,
  detectWords: SpeakParts['detectWords'],
  isFirstShort = false,
): Promise<readonly AnnotatedSentence[]> {
  const { text, stretch } = order
  const written = stretch ? (voiceStretches(text)[stretch.index]?.runs ?? []) : parseMarkup(text)
  const inLanguages = detectWords
    ? await withOtherLanguages(written, language, detectWords)
    : written
  const read = applyDictionary(inLanguages, order.pronunciations ?? [], language)
  const runs = withPitch(read, order.pitch)
  const { numbers } = order
  const options = numbers === undefined ? {} : { numbers }
  const { sentences } = assemble(runs, language, options, isFirstShort)
  await betweenParts()
  checkIpa(runs, language)
  if (sentences.length === 0) throw nothingToSay(written, language)
  return stretch && !stretch.isLast ? beforeAnotherVoice(sentences, written) : sentences
}

/** Runs with another pitch, in semitones, on top of what markup changes. */
function withPitch(runs: readonly Run[], pitch = 0): readonly Run[] {
  if (pitch === 0) return runs
  return runs.map((run) => {
    if (run.kind === 'pause' || run.kind === 'mark') return run
    const pitchSemitones = (run.style.pitchSemitones ?? 0) + pitch
    return { ...run, style: { ...run.style, pitchSemitones } }
  })
}

/** Why nothing of a text is heard, in words. */
function nothingToSay(written: readonly Run[], language: LanguageCode): AppError {
  const text = written.map((run) => (run.kind === 'text' ? run.text : '')).join(' ')
  const why = unspeakable(text, language)
  if (why !== undefined) return new AppError('text/unspeakable', why)
  return new AppError('text/empty', 'The text is empty: write something to say.')
}

/** Phonemes that cannot be read are told before the first sound, not in the middle. */
function checkIpa(runs: readonly Run[], language: LanguageCode): void {
  for (const run of runs) if (run.kind === 'ipa') ipaWords(run.ipa, run.style.language ?? language)
}

/** Every language's reader, opened when it is first needed. */
function rememberPhonemizers({
  lettersToSound,
  lexicons,
  checkLexicons,
  openHomographs,
}: SpeakParts): PhonemizerFor {
  const phonemizers = new Map<LanguageCode, Phonemizer>()
  return (language) => {
    const known =
      phonemizers.get(language) ??
      createPhonemizer(language, lettersToSound, lexicons, checkLexicons, openHomographs)
    phonemizers.set(language, known)
    return known
  }
}

/** The same readers, each language whose marks people leave out with its marks restored before it is read. */
function withMarks(
  phonemizerFor: PhonemizerFor,
  restoreMarks: SpeakParts['restoreMarks'],
  accepted: SpeakOrder['accepted'],
): PhonemizerFor {
  if (!restoreMarks) return phonemizerFor
  const marking = (phonemizer: Phonemizer, language: LanguageCode): Phonemizer => ({
    phonemize: async (sentence) => {
      const { text } = await restoreMarks({ text: sentence.text, language, accepted })
      return phonemizer.phonemize({ ...sentence, text })
    },
  })
  return (language) => {
    const phonemizer = phonemizerFor(language)
    return languageFor(language).restoresDiacritics ? marking(phonemizer, language) : phonemizer
  }
}

function enginesFor(
  { engines, engineOf }: SpeakParts,
  { pack, custom }: SpeakOrder,
): readonly OpenEngine[] {
  return pack && engineOf && !custom ? [engineOf(pack)] : engines
}

/** The voice of an order, open. Throws AppError('voice/not-found') that names the voices there are. */
async function voiceFor(
  engines: readonly OpenEngine[],
  { voice: id, custom }: SpeakOrder,
  signal: AbortSignal,
): Promise<{ readonly voice: OpenVoice; readonly definition: EngineDefinition }> {
  const known = voicesOf(engines.map(({ definition }) => definition))
  const system = known.find((voice) => voice.id === id.toLowerCase())
  const wanted = custom?.engine ?? system?.engine
  const found = engines.find(({ definition }) => definition.id === wanted)
  if (found) {
    const ref: VoiceRef = custom
      ? { kind: 'custom', info: custom.info, traits: custom.traits }
      : { kind: 'system', id: id.toLowerCase() }
    const { definition, engine } = found
    const session = await engine.open(ref, signal)
    return { voice: openVoice(session, definition.capabilities), definition }
  }
  if (custom) throw missingEngine(custom.info.name, custom.engine)
  const names = known.map(({ name }) => name).join(', ')
  throw new AppError(
    'voice/not-found',
    `No voice is called "${id.slice(0, 80)}". The voices are ${names}.`,
  )
}

/** Refuses a request that the voice's engine cannot fulfil. */
function checkAbilities(
  { speed, pitch = 0 }: SpeakOrder,
  language: LanguageCode,
  voice: string,
  { languages, controls }: Capabilities,
): void {
  if (languages !== 'all' && !languages.includes(language)) {
    const names = languages.map((code) => languageFor(code).name).join(', ')
    throw new AppError(
      'language/unsupported',
      `${voice} does not speak ${languageFor(language).name}, only ${names}. Choose another voice.`,
    )
  }
  if (speed !== 1 && !controls.has('rate'))
    throw new AppError('request/invalid', `${voice} has one pace: leave out the speed.`)
  if (pitch !== 0 && !controls.has('pitch'))
    throw new AppError('request/invalid', `${voice} has one pitch: leave the pitch as it is.`)
}

/** The rest of a sentence by an engine that never says it twice the same would not fit the beginning. */
function interrupted(): AppError {
  return new AppError(
    'speech/failed',
    'The speech was interrupted in the middle of a sentence, which this voice cannot take up again. Ask for it once more.',
  )
}

/** The language asked for, or the voice's own where none was. */
function languageOf(tag: string | undefined, own: LanguageCode): LanguageCode {
  if (tag === undefined) return own
  const language = codeOf(tag)
  if (language) return language
  const known = namedCodes(registeredLanguages())
  throw new AppError(
    'language/unsupported',
    `The language "${tag.slice(0, 35)}" is not supported. Supported: ${known}.`,
  )
}
