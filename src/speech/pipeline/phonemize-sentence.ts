import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Phonemizer } from '#speech/languages/common/phonemizer.ts'
import { ipaWords } from '#speech/phonemes/ipa-words.ts'
import type { AnnotatedSentence, WordGroup } from '#speech/text/assemble.ts'
import { withJoinedWords } from '#speech/text/bound-words.ts'
import type { Sentence, SentencePlace, TextSentence, Word, WordManner } from '#speech/utterance.ts'

type TextGroup = Extract<WordGroup, { readonly kind: 'text' }>
type PhonemizerFor = (language: LanguageCode) => Phonemizer

/** Stands for the words of another language that follow, so that the English before them is not said as at an end. */
const CONTEXT_WORD = 'Bola'

/**
 * The words of a sentence in which several languages, phonemes and manners meet, each group read by the rules of its
 * language. Neighbours of one language are read together, as the sentence they are. Throws AppError('text/markup')
 * where phonemes cannot be read, and what the phonemizers throw.
 */
export async function phonemizeSentence(
  sentence: AnnotatedSentence,
  phonemizerFor: PhonemizerFor,
): Promise<Sentence> {
  const { groups, end, endsParagraph, registers } = sentence
  const words: Word[] = []
  let marks: readonly string[] = []
  const add = (group: WordGroup, spoken: readonly Word[]): void => {
    marks = [...marks, ...(group.marksBefore ?? [])]
    const styled = spoken.map((word) => withStyle(word, group, spoken.length))
    const [first, ...rest] = styled
    if (first) {
      words.push(withManner(first, { marksBefore: marks }), ...rest)
      marks = []
    }
    const last = words.pop()
    if (!last) return
    // A word without a sound leaves its marks to the one before it.
    const marksAfter = [...(last.manner?.marksAfter ?? []), ...(group.marksAfter ?? [])]
    words.push(withPause(withManner(last, { marksAfter }), group.pauseAfterSeconds))
  }
  for (let at = 0; at < groups.length; ) {
    const group = groups[at]
    if (!group) break
    if (group.kind === 'ipa') {
      add(group, wordsOfIpa(group))
      at++
      continue
    }
    const stretch = stretchFrom(groups, at)
    at += stretch.length
    const isLast = at === groups.length
    const whole: Omit<TextSentence, 'text'> = isLast
      ? { end, endsParagraph }
      : { end: 'clause', endsParagraph: false }
    const spoken = await readStretch(stretch, whole, isLast, phonemizerFor(group.language))
    for (const [index, own] of stretch.entries()) add(own, spoken[index] ?? [])
  }
  const last = marks.length > 0 ? words.pop() : undefined
  if (last) {
    const late = marks.map((name) => ({ name, delaySeconds: 0 }))
    words.push(withManner(last, { marksAfter: [...(last.manner?.marksAfter ?? []), ...late] }))
  }
  return {
    ...{ words: withJoinedWords(withRegisters(words, registers), sentence.text) },
    ...{ end, endsParagraph },
    ...placeOf(sentence),
  }
}

function placeOf({ inParagraph, isContinued, wordsBefore }: SentencePlace): SentencePlace {
  return {
    ...(inParagraph ? { inParagraph } : {}),
    ...(isContinued ? { isContinued } : {}),
    ...(wordsBefore === undefined ? {} : { wordsBefore }),
  }
}

/** The words with their registers, where these can be told apart: one for each word. */
function withRegisters(
  words: readonly Word[],
  registers: AnnotatedSentence['registers'],
): readonly Word[] {
  if (registers?.length !== words.length) return words
  return words.map((word, index) => {
    const register = registers[index]
    return register ? { ...word, register } : word
  })
}

/** The text groups of one language from `start` on. */
function stretchFrom(groups: readonly WordGroup[], start: number): readonly TextGroup[] {
  const stretch: TextGroup[] = []
  for (const group of groups.slice(start)) {
    if (group.kind !== 'text' || group.language !== groups[start]?.language) break
    stretch.push(group)
  }
  return stretch
}

/** The words of each group. All are read at once; where the words cannot be told apart again, one by one. */
async function readStretch(
  stretch: readonly TextGroup[],
  whole: Omit<TextSentence, 'text'>,
  isLast: boolean,
  phonemizer: Phonemizer,
): Promise<readonly (readonly Word[])[]> {
  const text = stretch.map((group) => group.text).join(' ')
  const needsContext = !isLast && stretch[0]?.language === 'en' && !/[,;:—.?!]$/.test(text)
  const { words } = needsContext
    ? await readBefore(text, whole, phonemizer)
    : await phonemizer.phonemize({ text, ...whole })
  if (stretch.length === 1) return [words]
  const counts = stretch.map((group) => countWords(group.text))
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === words.length) return shares(words, counts)
  const inner: Omit<TextSentence, 'text'> = { end: 'clause', endsParagraph: false }
  const read: (readonly Word[])[] = []
  for (const [index, group] of stretch.entries()) {
    const own = index === stretch.length - 1 ? whole : inner
    read.push((await phonemizer.phonemize({ text: group.text, ...own })).words)
  }
  return read
}

async function readBefore(
  text: string,
  whole: Omit<TextSentence, 'text'>,
  phonemizer: Phonemizer,
): Promise<Pick<Sentence, 'words'>> {
  const { words } = await phonemizer.phonemize({ text: `${text} ${CONTEXT_WORD}`, ...whole })
  return { words: words.slice(0, -1) }
}

function countWords(text: string): number {
  return text.split(' ').filter((token) => /\p{L}/u.test(token)).length
}

function shares(words: readonly Word[], counts: readonly number[]): readonly (readonly Word[])[] {
  let at = 0
  return counts.map((count) => {
    at += count
    return words.slice(at - count, at)
  })
}

function wordsOfIpa(group: Extract<WordGroup, { readonly kind: 'ipa' }>): readonly Word[] {
  const { ipa, language, breakAfter } = group
  const spoken = ipaWords(ipa, language)
  return spoken.map(({ syllables, text }, index) => ({
    text: spoken.length === 1 ? group.text.toLowerCase() : text,
    language,
    syllables,
    isGivenInPhones: true,
    breakAfter: breakAfter && index === spoken.length - 1,
  }))
}

/** A stretch that is one group. */
const WHOLE = { from: 0, to: 1, share: 1 }

/** `count`: words of the group, which share its time. */
function withStyle(word: Word, { style, place }: WordGroup, count: number): Word {
  const { rate = 1, pitchSemitones = 0, pitchHz, pitchChangeHz, contour, duration } = style
  const { from, to, share } = place ?? WHOLE
  const styled = {
    ...word,
    ...(rate === 1 ? {} : { rate }),
    ...(pitchSemitones === 0 ? {} : { pitchSemitones }),
  }
  return withManner(styled, {
    ...{ pitchHz, pitchChangeHz },
    melodyRange: style.melodyRange,
    volumeDecibels: style.volumeDecibels,
    contour: contour && { points: contour.points, from, to },
    seconds: duration && (duration.seconds * share) / count,
  })
}

/** The word with what is given of this manner; as it is where nothing is. */
function withManner(
  word: Word,
  manner: { readonly [K in keyof WordManner]: WordManner[K] | undefined },
): Word {
  const given = Object.entries(manner).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return given.length === 0
    ? word
    : { ...word, manner: { ...word.manner, ...Object.fromEntries(given) } }
}

function withPause(word: Word, seconds: number): Word {
  return seconds === 0
    ? word
    : { ...word, pauseAfterSeconds: (word.pauseAfterSeconds ?? 0) + seconds }
}
