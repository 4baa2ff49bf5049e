import { type TranslationRequest, UnusableTranslation } from '#app/services/translate/translator.ts'
import { languageInfo } from '#shared/languages/languages.ts'
import type { LanguageIdentifier } from '#speech/text/detect/languages.ts'

/** Length of a translation in characters, against its text: beyond this it is something else. Both get some slack. */
const LENGTH = { shortest: 0.25, longest: 4, slack: 30, slackBelow: 10 } as const
const LEAST_WORDS = 4
const LEAST_CONFIDENCE = 0.9

/** The most characters that a translation of a text may have. */
export function longestTranslation(text: string): number {
  return Math.ceil(text.length * LENGTH.longest) + LENGTH.slack
}

const FIELDS = /\{\d{1,3}\}/g
const THOUGHTS = /^\s*<(think|thinking|reasoning)>.*?<\/\1>/is
/** What has no end could not be taken off. */
const OPEN_WRAPPING = /^```|^<(?:think|thinking|reasoning)>/im
const CODE_FENCE = /^```[\w-]*\n(.*?)\n?```$/s
const QUOTES = /^(["“”«‹'‘])(.*)(["“”»›'’])$/su
/** Beginnings and ends that a model adds. Any of them may be translated text only where the source has it too. */
const COMMENTARY =
  /^(?:sure|certainly|of course|absolutely|okay|here(?:'s|’s| is| are)|the translation|translation|translated text|in (?:yoruba|hausa|igbo|amharic|nigerian pidgin|english))\b[^\n]{0,120}[:：]|(?:^|\n)\(?(?:note|explanation|translator['’]s note)\s?[:：]|\bas an ai\b|\bi (?:cannot|can['’]t|am unable to) (?:translate|assist|help)/i

/** A model's answer without what it often puts around a translation: thoughts, a code fence, quotation marks, the boundary. */
export function unwrapped(answer: string, text: string, boundary: string): string {
  let inner = answer.replace(THOUGHTS, '').replaceAll(boundary, '').trim()
  inner = CODE_FENCE.exec(inner)?.[1]?.trim() ?? inner
  const quoted = QUOTES.exec(inner)
  const [, , within = ''] = quoted ?? []
  if (quoted && !QUOTES.test(text.trim()) && !/["“”«»]/u.test(within)) inner = within.trim()
  return inner
}

/** Throws UnusableTranslation where a field such as {0} is not in an answer exactly once. */
export function checkFields(text: string, answer: string): void {
  if ((text.match(FIELDS) ?? []).some((field) => answer.split(field).length !== 2))
    throw new UnusableTranslation('has lost or repeated a protected part of the text')
}

/**
 * Checks that an answer can be a translation: it has something to say, of plausible length, in the target language, no
 * comment on itself. Throws UnusableTranslation that says what is wrong.
 */
export async function checkAnswer(
  { text, source, target }: TranslationRequest,
  answer: string,
  { detect }: Pick<LanguageIdentifier, 'detect'>,
): Promise<void> {
  const problem = CHECKS.find(({ isWrong }) => isWrong(answer, text, source !== target))
  if (problem) throw new UnusableTranslation(problem.why)
  const words = answer.replace(FIELDS, ' ')
  if (wordsIn(words) < LEAST_WORDS) return
  const found = await detect(words)
  if (found && found.language !== target && found.confidence >= LEAST_CONFIDENCE)
    throw new UnusableTranslation(
      `is not in ${languageInfo(target).name}${found.language === 'other' ? '' : ` but in ${languageInfo(found.language).name}`}`,
    )
}

/** What can be seen of an answer without knowing its language. `isOther`: the target is not the source. */
const CHECKS: readonly {
  readonly why: string
  readonly isWrong: (answer: string, text: string, isOther: boolean) => boolean
}[] = [
  { why: 'is empty', isWrong: (answer) => answer === '' },
  {
    why: 'is much longer than the text',
    isWrong: (answer, text) => answer.length > longestTranslation(text),
  },
  {
    why: 'is much shorter than the text',
    isWrong: (answer, text) => answer.length + LENGTH.slackBelow < text.length * LENGTH.shortest,
  },
  {
    why: 'only repeats a part of the text',
    isWrong: (answer, text, isOther) => isOther && repeatsPart(answer, text),
  },
  {
    why: 'is the text itself',
    isWrong: (answer, text, isOther) =>
      isOther && wordsIn(answer) >= LEAST_WORDS && folded(answer) === folded(text),
  },
  {
    why: 'talks about the translation',
    isWrong: (answer, text) => COMMENTARY.test(answer) && !COMMENTARY.test(text),
  },
  {
    why: 'is not the translation alone',
    isWrong: (answer, text) => OPEN_WRAPPING.test(answer) && !OPEN_WRAPPING.test(text),
  },
]

function wordsIn(text: string): number {
  return (text.match(/[\p{L}\p{M}'’]+/gu) ?? []).length
}

/** Whether an answer is a few words of the text, as where a model does what the text says ("answer only with YES"). */
function repeatsPart(answer: string, text: string): boolean {
  const [part, whole] = [folded(answer).trim(), folded(text).trim()]
  const [few, many] = [part.split(' ').length, whole.split(' ').length]
  return many > LEAST_WORDS && few * 2 < many && ` ${whole} `.includes(` ${part} `)
}

function folded(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}
