import { wordContexts } from '#speech/languages/yo/diacritics/contexts.ts'
import { plainOf } from '#speech/languages/yo/diacritics/marks.ts'
import { type Line, seededRandom, shuffle } from './corpus.ts'
import { createLearner, type Learner, trainStep } from './learner.ts'

/** A marked form and how often it was seen, weighted. */
export type CountedForm = readonly [form: string, count: number]
export type Forms = ReadonlyMap<string, readonly CountedForm[]>

interface TrainingLine {
  readonly signs: readonly string[]
  /** False where the writer's form is not known. */
  readonly learned: readonly boolean[]
  readonly weight: number
}

const MOST_FORMS = 12
const LEAST_SHARE = 0.002
const LEAST_CONTEXT = 8
const EPOCHS = 5
const RATE = 0.1
const MODERN = 3

/** The forms of every bare word, the most frequent first; forms that were seen once among hundreds are slips. */
export function countForms(lines: readonly Line[], slips: ReadonlySet<string>): Forms {
  const counts = new Map<string, Map<string, number>>()
  for (const { signs, weight, untold } of lines) {
    for (const [at, sign] of signs.entries()) {
      if (!/^\p{L}/u.test(sign) || slips.has(sign) || untold[at]) continue
      const plain = plainOf(sign)
      const forms = counts.get(plain) ?? new Map<string, number>()
      counts.set(plain, forms)
      forms.set(sign, (forms.get(sign) ?? 0) + weight)
    }
  }
  return new Map([...counts].map(([plain, forms]) => [plain, worthKeeping(forms)]))
}

function worthKeeping(forms: ReadonlyMap<string, number>): readonly CountedForm[] {
  const total = [...forms.values()].reduce((sum, count) => sum + count, 0)
  return [...forms]
    .sort(([formA, a], [formB, b]) => b - a || (formA < formB ? -1 : 1))
    .filter(([, count], index) => index === 0 || (count >= 3 && count / total > LEAST_SHARE))
    .slice(0, MOST_FORMS)
}

/** The same lines with the most frequent form in place of a slip, in which no form is learned. */
export function withoutSlips(
  lines: readonly Line[],
  slips: ReadonlySet<string>,
  forms: Forms,
): readonly TrainingLine[] {
  return lines.map(({ signs, weight, untold }) => ({
    weight,
    signs: signs.map((sign) =>
      slips.has(sign) ? (forms.get(plainOf(sign))?.[0]?.[0] ?? sign) : sign,
    ),
    learned: signs.map((sign, at) => !slips.has(sign) && !untold[at]),
  }))
}

/** Learns which neighbours speak for which form. */
export function learnWords(lines: readonly TrainingLine[], forms: Forms): Learner {
  const learner = createLearner(countContexts(lines, forms), LEAST_CONTEXT)
  const random = seededRandom(20_26)
  const order = [...lines]
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random)
    for (const { signs, learned, weight } of order) {
      const rate = (RATE * weight) / MODERN / (1 + 0.7 * epoch)
      forEachChoice(signs, learned, forms, (contexts, known, right) => {
        const total = known.reduce((sum, [, count]) => sum + count, 0)
        const prior = known.map(([, count]) => Math.log(count / total))
        trainStep(learner, contexts, [...known.keys()], prior, right, rate)
      })
    }
  }
  return learner
}

function countContexts(lines: readonly TrainingLine[], forms: Forms) {
  const counts = new Map<number, { count: number; choices: number }>()
  for (const { signs, learned } of lines) {
    forEachChoice(signs, learned, forms, (contexts, known) => {
      for (const context of contexts) {
        const entry = counts.get(context)
        if (entry) entry.count++
        else counts.set(context, { count: 1, choices: known.length })
      }
    })
  }
  return counts
}

/** Every word of a line that has more than one form, and whose form here is one of them. */
function forEachChoice(
  signs: readonly string[],
  learned: readonly boolean[],
  forms: Forms,
  visit: (contexts: readonly number[], known: readonly CountedForm[], right: number) => void,
): void {
  const plain = signs.map(plainOf)
  for (const [at, sign] of signs.entries()) {
    const known = forms.get(plain[at] ?? '') ?? []
    const right = known.findIndex(([form]) => form === sign)
    if (learned[at] && known.length > 1 && right >= 0)
      visit(wordContexts(plain, signs, at), known, right)
  }
}
