import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/voices.ts'
import { readModelFile } from '#speech/models/catalog.ts'
import { guessLanguage } from '#speech/text/guess-language.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import { createLanguageDetector, type Detection, type LanguageDetector } from './detect-language.ts'
import { createWordDetector, type WordDetector, type WordLanguage } from './detect-words.ts'
import { wordsIn } from './features.ts'

/** Tells which language a text is in. */
export interface Languages {
  /** The likeliest language of a text with its probability, or `other`; undefined where the text has no word. */
  detect(text: string): Promise<Detection | undefined>
  /** The same for each word in its context, of a text in which languages meet. `main`: what it is mostly in, if known. */
  words(text: string, main?: LanguageCode): Promise<readonly WordLanguage[]>
  /** The language of a text where it is one of the six and there is little doubt. */
  tell(text: string): Promise<LanguageCode | undefined>
  /**
   * The same for a text to be spoken, its markup left out. A word or two say too little, names above all: undefined for
   * them, unless their script has one language alone.
   */
  tellSpoken(text: string): Promise<LanguageCode | undefined>
}

const LEAST_WORDS = 3
/** Less sure than this, nothing is told: 99 % of whole sentences are told, 0.5 % of them wrong. */
const LEAST_CONFIDENCE = 0.7

/**
 * Languages by the model in `models/language`, read with the first text. Where it is missing or damaged, `onTrouble` is
 * told once, and letters and small words decide.
 */
export function openLanguages(models: string, onTrouble: (error: unknown) => void): Languages {
  let opened: Promise<Detectors> | undefined
  const detectors = (): Promise<Detectors> => {
    opened ??= openDetectors(models).catch((error: unknown) => {
      onTrouble(error)
      return BY_LETTERS_AND_WORDS
    })
    return opened
  }
  const detect: Languages['detect'] = async (text) => (await detectors()).ofText(text)
  const tell: Languages['tell'] = async (text) => {
    const found = await detect(text)
    if (!found || found.language === 'other') return undefined
    return found.confidence < LEAST_CONFIDENCE ? undefined : found.language
  }
  return {
    detect,
    words: async (text, main) => (await detectors()).ofWords(text, main),
    tell,
    async tellSpoken(text) {
      const spoken = withoutMarkup(text)
      const words = spoken.match(/[\p{L}\p{M}'’]+/gu) ?? []
      if (words.length >= LEAST_WORDS || /\p{Script=Ethiopic}/u.test(spoken)) return tell(spoken)
      return undefined
    },
  }
}

/** What is wrong with markup is said by whoever speaks it. */
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

/** Who tells the language of a text, and that of each of its words. */
export interface Detectors {
  readonly ofText: LanguageDetector
  readonly ofWords: WordDetector
}

/** The detectors of the model. Throws an Error that says what is missing or damaged. */
export async function openDetectors(models: string): Promise<Detectors> {
  const bytes = await readModelFile(models, 'language', 'weights.bin')
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  return { ofText: createLanguageDetector(weights), ofWords: createWordDetector(weights) }
}

const BY_LETTERS_AND_WORDS: Detectors = {
  ofText: byLettersAndWords,
  ofWords: (text, main = byLettersAndWords(text)?.language) =>
    main
      ? wordsIn(text).map(({ start, end }) => ({
          text: text.slice(start, end),
          start,
          end,
          language: main,
          confidence: 1,
        }))
      : [],
}

function byLettersAndWords(text: string): Detection | undefined {
  const language = guessLanguage(text)
  return language && { language, confidence: 1 }
}
