import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { languageName } from '#renderer/ui/language-chip.tsx'
import type { MarkedText, MarkedWord } from '#shared/diacritics.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Pronunciation } from '#shared/pronunciation.ts'
import type { ScriptLine } from '#shared/script.ts'
import type { ReadSyllable, ReadWord, WordReading } from '#shared/word-reading.ts'
import { partIn } from './line-words.ts'
import { markedText, markedWordAt } from './marked-words.ts'
import type { OpenWord } from './word-store.ts'

/** All that is known of how a word of a line is read. */
export interface KnownReading {
  /** What is said for it in this line, in order; empty where it is not said. */
  readonly said: readonly ReadWord[]
  /** The language in which it is read. */
  readonly language: LanguageCode
  /** Its marks, where it is Yoruba. */
  readonly marks: MarkedWord | undefined
  /** The line with its marks, where it has Yoruba without them. */
  readonly markedLine: string | undefined
  /** How English would say it, where it is read in another language. */
  readonly english: readonly ReadWord[]
  /** Entries of the dictionary for it. */
  readonly entries: readonly Pronunciation[]
}

/** Asks how a word of a line is read. Rejects with the reason in words. */
export async function readingOf(
  word: OpenWord,
  line: Pick<ScriptLine, 'text' | 'voice'>,
  own: LanguageCode,
  projectId: string | undefined,
): Promise<KnownReading> {
  const { voice } = line
  const order = { voice, ...(projectId === undefined ? {} : { projectId }) }
  const [readings, marked, entries] = await Promise.all([
    call('words.read', { ...order, text: line.text, language: own }),
    markedLineOf(line.text, own),
    call('pronunciations.list', projectId === undefined ? {} : { projectId }),
  ])
  const said = saidAt(readings, word)
  const language = said[0]?.language ?? own
  const english =
    language === 'en'
      ? []
      : await call('words.read', { ...order, text: word.written, language: 'en' })
  return {
    ...{ said, language },
    marks: marked && markedWordAt(marked, word),
    markedLine: marked && withMarks(line.text, marked),
    english: english.flatMap((reading) => reading.said),
    entries: entries.filter((entry) => isSameWord(entry.word, word.written)),
  }
}

async function markedLineOf(text: string, own: LanguageCode): Promise<MarkedText | undefined> {
  const part = partIn(text, 'yo', own)
  return part.trim() === '' ? undefined : markedText(part)
}

/** What is said for a place of a text. */
function saidAt(readings: readonly WordReading[], { start, end }: OpenWord): readonly ReadWord[] {
  return readings.filter(({ from, to }) => from < end && to > start).flatMap(({ said }) => said)
}

/** The text with the marks of its Yoruba words; undefined where nothing is missing. */
export function withMarks(text: string, { words }: MarkedText): string | undefined {
  let marked = ''
  let done = 0
  for (const { start, end, restored } of words) {
    marked += text.slice(done, start) + restored
    done = end
  }
  marked += text.slice(done)
  return marked.normalize('NFC') === text.normalize('NFC') ? undefined : marked
}

function isSameWord(one: string, other: string): boolean {
  const folded = (word: string): string => word.normalize('NFC').toLowerCase()
  return folded(one) === folded(other)
}

const TONES = { H: 'high', M: 'mid', L: 'low', HL: 'falling', LH: 'rising' } as const
const STRESSES = [undefined, 'stressed', 'halfStressed'] as const

/** Tone or stress of a syllable, in a word; empty where it has neither. */
export function syllableNote({ tone, stress }: ReadSyllable): string {
  if (tone) return t(`words:tones.${TONES[tone]}`)
  const stressed = STRESSES[stress]
  return stressed ? t(`words:stresses.${stressed}`) : ''
}

/** IPA of words, as the dictionary takes it. */
export function ipaOf(words: readonly ReadWord[]): string {
  return words.map(({ ipa }) => ipa).join(' ')
}

/** How a word is read in one sentence, for people who do not see its parts. */
export function readingWords({ said, language }: KnownReading): string {
  if (said.length === 0) return t('words:now.nothing')
  return t('words:now.said', {
    language: languageName(language),
    words: said.map(({ text }) => text).join(' '),
  })
}
