import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { readModelFile } from '#speech/models/catalog.ts'
import { guessLanguage, hasOwnScript } from '#speech/text/guess-language.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import { betweenParts } from '#speech/turns/turns.ts'
import {
  createLanguageDetector,
  type LanguageDetector,
  type RankedDetection,
} from './detect-language.ts'
import {
  createWordDetector,
  type WordDetector,
  type WordDetectorInParts,
  type WordLanguage,
} from './detect-words.ts'
import { createEnglishOrPidgin } from './english-or-pidgin.ts'
import { CLASSES, type DetectedLanguage, wordsIn } from './features.ts'
import { inContext, type LineContext } from './in-context.ts'

/** Identifies the language of a text. */
export interface LanguageIdentifier {
  /**
   * The most likely language of a text with its probability, or `other`; undefined where the text has no word. `prior`: a language that
   * is likelier than others before the text is read, as that of the voice.
   */
  detect(text: string, prior?: LanguageCode): Promise<RankedDetection | undefined>
  /** The language of each word in its context, for code-switched text. `main`: the main language, if known. */
  detectWords(text: string, main?: LanguageCode): Promise<readonly WordLanguage[]>
  /**
   * The language of a text if it is one of the six and the probability is at least 0.7; else undefined.
   * @example `identify('Ẹ káàárọ̀. Àwọn ọmọ ti dé sí ilé ìwé.')` resolves to `'yo'`; of `'Lagos'` it is undefined.
   */
  identify(text: string): Promise<LanguageCode | undefined>
  /**
   * The language that a text, without its markup, is to be spoken in. `voice`: the language of its voice, where that is known; it is
   * then likelier than others, and a name stays with it. Undefined where neither text nor voice says enough. Without a voice, fewer than
   * three words must be surer than more, unless their script belongs to one language.
   * @example Of "Good morning" with a voice in Yoruba it is English, of "Ade" undefined: it stays with the voice.
   */
  identifySpoken(text: string, voice?: LanguageCode): Promise<LanguageCode | undefined>
  /** The languages of the lines of a script that are not known yet, in their order; undefined for the others. */
  identifyLines(
    lines: readonly ScriptedLine[],
    script: readonly LanguageCode[],
  ): Promise<readonly (LineLanguage | undefined)[]>
}

/** A line of a script. */
export interface ScriptedLine {
  /** With markup. */
  readonly text: string
  /** The language of its voice. */
  readonly voice?: LanguageCode | undefined
  /** Its own language, where it is known already: it then says something of those around it. */
  readonly language?: LanguageCode | undefined
}

/** What a line is in. */
export interface LineLanguage {
  /** Left out where none of the six has a probability of 0.7 or more; of 0.5 where the voice is known. */
  readonly language?: LanguageCode
  /** The likeliest language of the six with its probability; left out where the line has no word. */
  readonly likeliest?: { readonly language: LanguageCode; readonly confidence: number }
}

const LEAST_WORDS = 3
/** Minimum probability: it accepts 99 % of whole sentences, of which 0.5 % are wrong. */
const LEAST_CONFIDENCE = 0.7
/** With a known voice, whose language is likelier beforehand, the likeliest language needs no more than this. */
const LEAST_BESIDE_VOICE = 0.5
/** What may be a name, a word alone or a few with capitals, stays with the voice unless it is as likely as this in another language. */
const LEAST_OF_NAMES = 0.85
const LONGEST_NAME = 3
/** Minimum probability at which a line says what those around it are in. */
const SURE_ALONE = 0.95
/** How many lines away a line is still a neighbour. */
const MOST_DISTANT = 3

/**
 * Opens language identification with the model in `models/language`, read with the first text. Where it is missing or
 * damaged, `onTrouble` is called once, and letters and function words decide.
 */
export function openLanguageIdentifier(
  models: string,
  onTrouble: (error: unknown) => void,
): LanguageIdentifier {
  let opened: Promise<Detectors> | undefined
  const detectors = (): Promise<Detectors> => {
    opened ??= openDetectors(models).catch((error: unknown) => {
      onTrouble(error)
      return BY_LETTERS_AND_WORDS
    })
    return opened
  }
  const detect: LanguageIdentifier['detect'] = async (text, prior) => {
    const found = (await detectors()).ofText(text)
    return found && prior ? inContext(found, besideVoice(prior)) : found
  }
  const identify: LanguageIdentifier['identify'] = async (text) => {
    const found = await detect(text)
    if (!found) return undefined
    if (found.language === 'other') return outsideOfModel(text)
    return found.confidence < LEAST_CONFIDENCE ? undefined : found.language
  }
  return {
    detect,
    async detectWords(text, main) {
      const words: WordLanguage[] = []
      for (const part of (await detectors()).ofWordsInParts(text, main)) {
        words.push(...part)
        await betweenParts()
      }
      return words
    },
    identify,
    async identifySpoken(text, voice) {
      const spoken = withoutMarkup(text)
      const found = await detect(spoken, voice)
      if (!found) return undefined
      if (voice) return lineLanguage(found, { voice, text: spoken, isAlone: true }).language
      const isLong = wordsIn(spoken).length >= LEAST_WORDS || hasOwnScript(spoken)
      return isLong ? identify(spoken) : sureLanguage(found)
    },
    async identifyLines(lines, script) {
      const { ofText } = await detectors()
      const found = lines.map(({ text, language }) =>
        language === undefined ? ofText(withoutMarkup(text)) : undefined,
      )
      const sure = lines.map(({ language }, at) => language ?? sureLanguage(found[at]))
      return lines.map(({ voice, language, text }, at) => {
        if (language !== undefined) return undefined
        const one = found[at]
        if (!one) return {}
        const neighbours = nearestFirst(sure, at)
        const context = { voice, neighbours, script }
        const isAlone = neighbours.length === 0 && script.length === 0
        return lineLanguage(inContext(one, context), { voice, text, isAlone })
      })
    },
  }
}

/** A text of which nothing is known but its voice. */
function besideVoice(voice: LanguageCode): LineContext {
  return { voice, neighbours: [], script: [] }
}

/** The language of a text that is sure without its context. */
function sureLanguage(found: RankedDetection | undefined): LanguageCode | undefined {
  if (!found || found.language === 'other') return undefined
  return found.confidence < SURE_ALONE ? undefined : found.language
}

/** The languages around a place, the nearest first and in turn from above and below, as far as they are known. */
function nearestFirst(
  languages: readonly (LanguageCode | undefined)[],
  at: number,
): readonly LanguageCode[] {
  const near: LanguageCode[] = []
  for (let distance = 1; distance <= MOST_DISTANT; distance++)
    for (const place of [at - distance, at + distance]) {
      const language = languages[place]
      if (language !== undefined) near.push(language)
    }
  return near
}

/** A text to be spoken, and whether it stands alone: others beside it say enough of a name. */
interface SpokenText extends Pick<ScriptedLine, 'voice' | 'text'> {
  readonly isAlone: boolean
}

function lineLanguage(found: RankedDetection, spoken: SpokenText): LineLanguage {
  const { voice, text } = spoken
  const all = [found, ...found.others]
  const likeliest = all.flatMap(({ language, confidence }) =>
    language === 'other' ? [] : [{ language, confidence }],
  )[0]
  const isSure =
    found.confidence >= leastConfidence(spoken) ||
    familyConfidence(found, voice) >= Math.max(LEAST_CONFIDENCE, leastConfidence(spoken))
  const language =
    found.language === 'other' ? outsideOfModel(text) : isSure ? found.language : undefined
  return { ...(language && { language }), ...(likeliest && { likeliest }) }
}

function leastConfidence({ voice, text, isAlone }: SpokenText): number {
  if (voice === undefined) return LEAST_CONFIDENCE
  if (!mayBeName(withoutMarkup(text))) return LEAST_BESIDE_VOICE
  return isAlone ? LEAST_OF_NAMES : LEAST_CONFIDENCE
}

function mayBeName(text: string): boolean {
  const words = wordsIn(text)
  if (words.length < 2) return true
  return (
    words.length <= LONGEST_NAME && words.every(({ start }) => /\p{Lu}/u.test(text[start] ?? ''))
  )
}

/**
 * Probability that a text is in English or in a creole of it, or in the likeliest language if that is another. They share most of their
 * words: where the voice speaks neither, a text in one of them is surely not in the language of the voice.
 */
function familyConfidence(found: RankedDetection, voice: LanguageCode | undefined): number {
  const family = familyOf(found.language)
  if (voice === undefined || familyOf(voice) === family) return found.confidence
  return [found, ...found.others]
    .filter(({ language }) => familyOf(language) === family)
    .reduce((sum, { confidence }) => sum + confidence, 0)
}

/** A language that gave a creole its words stands for the creole as well. */
function familyOf(language: DetectedLanguage): DetectedLanguage {
  return language === 'other' ? language : (languageFor(language).lexifier ?? language)
}

/** A registered language that the model was not trained on, by its letters and words; undefined where it is none. */
function outsideOfModel(text: string): LanguageCode | undefined {
  const guess = guessLanguage(text)
  return guess && !CLASSES.includes(guess) ? guess : undefined
}

/** Text without markup; empty where the markup is invalid, which the speaker reports. */
function withoutMarkup(text: string): string {
  try {
    return parseMarkup(text)
      .map((run) => (run.kind === 'text' ? run.text : ' '))
      .join('')
  } catch (error) {
    if (error instanceof AppError) return ''
    throw error
  }
}

/** Detectors of the language of a text and of each of its words. */
export interface Detectors {
  readonly ofText: LanguageDetector
  readonly ofWords: WordDetector
  readonly ofWordsInParts: WordDetectorInParts
}

/** Opens the detectors of the model. Throws an Error that says what is missing or damaged. */
export async function openDetectors(models: string): Promise<Detectors> {
  const [weights, network] = await Promise.all([
    readWeights(models, 'weights.bin'),
    readWeights(models, 'english-or-pidgin.bin'),
  ])
  const ofWordsInParts = createWordDetector(weights, createEnglishOrPidgin(network))
  return {
    ofText: createLanguageDetector(weights),
    ofWords: (text, main) => [...ofWordsInParts(text, main)].flat(),
    ofWordsInParts,
  }
}

async function readWeights(models: string, file: string): Promise<Int8Array> {
  const bytes = await readModelFile(models, 'language', file)
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

const BY_LETTERS_AND_WORDS: Detectors = {
  ofText: byLettersAndWords,
  ofWords: allInOneLanguage,
  ofWordsInParts: (text, main) => [allInOneLanguage(text, main)],
}

function allInOneLanguage(
  text: string,
  main: DetectedLanguage | undefined = byLettersAndWords(text)?.language,
): readonly WordLanguage[] {
  if (!main) return []
  return wordsIn(text).map(({ start, end }) => ({
    text: text.slice(start, end),
    start,
    end,
    language: main,
    confidence: 1,
  }))
}

function byLettersAndWords(text: string): RankedDetection | undefined {
  const language = guessLanguage(text)
  return language && { language, confidence: 1, others: [] }
}
