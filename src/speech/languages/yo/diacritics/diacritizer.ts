import { join } from 'node:path'
import type { MarkedText, MarkedWord } from '#shared/diacritics.ts'
import { asInPhrase, asOverridden, asWritten, decide, type Lexicons } from './decide.ts'
import { type ForeignSpeech, foreignWords } from './foreign-words.ts'
import { readKnownWords } from './known-words.ts'
import { createMarkModel, type MarkModel, type MarkModelFiles } from './mark-model.ts'
import { canonical, hasMarks, plainOf } from './marks.ts'
import { type Capital, namesAt, readNames } from './names.ts'
import { type Overrides, overriddenForms } from './overrides.ts'
import { type Phrases, phraseForms, readPhrases } from './phrases.ts'
import { signsOf, type TextToken, tokensOf } from './tokens.ts'
import { readWeights } from './weights.ts'
import { mayHaveTone, type Writing, writingOf } from './writing.ts'

/** Restores the tone marks and under-dots of Yoruba written without them. */
export interface Diacritizer {
  /**
   * The same text with marks, and its words one by one. Give it a sentence or more: neighbours decide between forms.
   * Only marks change; written marks stay, and in a text that is marked throughout a word without tone marks is taken
   * to be on mid tone. Overrides win: one for a place over everything written there, a stored one over the model but
   * over no written mark. Throws AppError('diacritics/invalid') where an override does not fit the text.
   */
  mark(text: string, overrides?: Overrides): Promise<MarkedText>
}

export interface DiacritizerParts {
  /** The folder `resources/lexicons`; its files are read with the first text. */
  readonly lexiconFolder: string
  /** Loads the model, with the first text; without one the lexicon decides alone. */
  readonly openModel?: (() => Promise<MarkModelFiles>) | undefined
  /**
   * Opens the language detectors, with the first text, so that words of other languages stay unchanged; left out: all
   * text is Yoruba.
   */
  readonly openForeign?: (() => Promise<ForeignSpeech>) | undefined
  /** Receives errors of models that cannot be loaded; without them the lexicon decides alone. */
  readonly onTrouble?: ((error: unknown) => undefined) | undefined
}

const ALL_YORUBA: ForeignSpeech = { isForeign: () => false, foreignStarts: () => [] }

interface Models extends Lexicons {
  readonly model: MarkModel | undefined
  readonly phrases: Phrases
  readonly speech: ForeignSpeech
}

/**
 * Creates a diacritizer over the forms of words and the weights of their contexts, both learned from marked Yoruba.
 * Errors of unreadable lexicons reach the caller of `mark`. Linear in the length of the text.
 */
export function createDiacritizer(parts: DiacritizerParts): Diacritizer {
  let opened: Promise<Models> | undefined
  const models = (): Promise<Models> => {
    opened ??= openModels(parts)
    return opened
  }
  return {
    async mark(text, overrides = {}) {
      const tokens = tokensOf(text)
      const words = await restoreWords(tokens, overrides, await models())
      let next = 0
      const pieces = tokens.map((token) => (token.isWord ? words[next++]?.restored : token.text))
      return { text: pieces.join(''), words }
    },
  }
}

async function openModels({ lexiconFolder, ...parts }: DiacritizerParts): Promise<Models> {
  const orNone = (error: unknown): undefined => parts.onTrouble?.(error)
  const [known, names, phrases, weights, model, speech] = await Promise.all([
    readKnownWords(join(lexiconFolder, 'yo-marked-words.tsv')),
    readNames(join(lexiconFolder, 'yo-names.tsv')),
    readPhrases(join(lexiconFolder, 'yo-phrases.tsv')),
    readWeights(join(lexiconFolder, 'yo-marked-contexts.bin')),
    parts.openModel?.().then(createMarkModel).catch(orNone),
    parts.openForeign?.().catch(orNone),
  ])
  return { known, names, phrases, weights, model, speech: speech ?? ALL_YORUBA }
}

async function restoreWords(
  tokens: readonly TextToken[],
  overrides: Overrides,
  models: Models,
): Promise<MarkedWord[]> {
  const words = tokens.filter(({ isWord }) => isWord)
  const capitals = capitalsIn(tokens)
  const writing = writingOf(
    words.map(({ text }) => text),
    models.known,
  )
  const phrases = phraseForms(tokens, models.phrases)
  const standing = ownershipOf(tokens, capitals, { writing, phrases }, models)
  const overridden = overriddenForms(words, overrides, (word, form) => {
    return standing(word) === 'bare' || (standing(word) === 'marked' && isNew(form, models))
  })
  const phraseForm = (word: TextToken): string | undefined =>
    standing(word) === 'bare' ? phrases.get(word) : undefined
  // The model reads overridden forms and those of phrases as if they were written.
  const isPhrase = isPhraseAlone(tokens, words.length)
  const read = isPhrase ? withoutEnd(tokens) : tokens
  const { signs, positions } = signsOf(
    read,
    (word) => overridden.get(word) ?? phraseForm(word) ?? canonical(word.text),
  )
  const plain = signs.map(plainOf)
  const written = signsOf(read, ({ text }) => text).signs
  const readings = await models.model?.read(
    signs.map((sign, at) => {
      const begins = at === 0 && isPhrase
      const capitals = capitalsOf(written[at] ?? '')
      return { sign, plain: plain[at] ?? '', capitals: begins && capitals === 1 ? 0 : capitals }
    }),
  )
  const chosen = [...signs]
  return words.map((word, index) => {
    const { text, start } = word
    const place = { start, end: start + text.length }
    const form = overridden.get(word)
    if (form === undefined && standing(word) !== 'bare') return { ...asWritten(text), ...place }
    const at = positions[index] ?? 0
    const capital = capitals.get(word) ?? 'none'
    const decided = decide(
      text,
      { plain, chosen, at, capital, reading: readings?.[at], writing },
      models,
    )
    const inPhrase = phraseForm(word)
    const restored =
      form !== undefined
        ? asOverridden(decided, form)
        : inPhrase !== undefined
          ? asInPhrase(decided, inPhrase)
          : decided
    chosen[at] = canonical(restored.restored)
    return { ...restored, ...place }
  })
}

/** Texts of so many words get the same marks with and without a full stop at the end and a capital at the beginning. */
const PHRASE_WORDS = 3

/** Whether a text is a phrase and nothing else: a few words, and nothing between them but spaces. */
function isPhraseAlone(tokens: readonly TextToken[], words: number): boolean {
  return (
    words <= PHRASE_WORDS &&
    withoutEnd(tokens).every(({ isWord, text }) => isWord || text.trim() === '')
  )
}

/** The tokens of a text without the full stop at its end. */
function withoutEnd(tokens: readonly TextToken[]): readonly TextToken[] {
  const last = tokens.at(-1)
  const isStop = last && !last.isWord && /^\s*\.\s*$/.test(last.text)
  return isStop ? tokens.slice(0, -1) : tokens
}

/**
 * Whether a form is in no lexicon. In a marked text a word without marks is on mid tone, unless nobody knew its form.
 */
function isNew(wish: string, { known }: Models): boolean {
  return known(plainOf(wish)).every(({ form }) => form !== wish)
}

/** Whether a word wants marks, has them (mid tone is none), or is in another language. */
type Standing = 'bare' | 'marked' | 'foreign'

function ownershipOf(
  tokens: readonly TextToken[],
  capitals: ReadonlyMap<TextToken, Capital>,
  {
    writing,
    phrases,
  }: { readonly writing: Writing; readonly phrases: ReadonlyMap<TextToken, string> },
  { known, names, speech }: Models,
): (word: TextToken) => Standing {
  const isName = (word: TextToken): boolean => {
    const [plain, capital] = [plainOf(word.text), capitals.get(word)]
    return capital !== undefined && namesAt(plain, known(plain), capital, names).length > 0
  }
  const foreign = foreignWords(
    tokens,
    speech,
    (word) => mayHaveTone(word.text, known) || phrases.has(word) || isName(word),
  )
  return (word) => {
    if (foreign.has(word)) return 'foreign'
    return writing.wants(word.text) || (!hasMarks(word.text) && isName(word)) ? 'bare' : 'marked'
  }
}

/** Initial capitals of words; words without one are left out. */
function capitalsIn(tokens: readonly TextToken[]): ReadonlyMap<TextToken, Capital> {
  let begins = true
  const capitals = new Map<TextToken, Capital>()
  for (const token of tokens) {
    if (token.isWord) {
      if (isCapital(token.text)) capitals.set(token, begins ? 'of-sentence' : 'of-word')
      begins = false
    } else if (/[.?!:\n"“‘]/.test(token.text)) begins = true
  }
  return capitals
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

function capitalsOf(word: string): number {
  if (word === word.toLowerCase()) return 0
  return word.length > 1 && word === word.toUpperCase() ? 2 : 1
}
