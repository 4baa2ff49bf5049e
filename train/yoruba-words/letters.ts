import { letterContexts } from '#speech/languages/yo/diacritics/contexts.ts'
import { markOf, marksFor } from '#speech/languages/yo/diacritics/letters.ts'
import { clustersOf } from '#speech/languages/yo/diacritics/marks.ts'
import { seededRandom, shuffle } from './corpus.ts'
import { createLearner, type Learner, trainStep } from './learner.ts'
import type { Forms } from './words.ts'

const LEAST_CONTEXT = 3
const EPOCHS = 12
const RATE = 0.15
const CHOICES = 6

interface Word {
  readonly letters: readonly string[]
  readonly marks: readonly number[]
}

/** Learns from the most frequent form of every word how letters are marked, for words that nobody has seen. */
export function learnLetters(forms: Forms): Learner {
  const words = [...forms.values()].flatMap(([first]) => (first ? wordOf(first[0]) : []))
  const counts = new Map<number, { count: number; choices: number }>()
  for (const word of words) {
    forEachLetter(word, (contexts) => {
      for (const context of contexts) {
        const entry = counts.get(context)
        if (entry) entry.count++
        else counts.set(context, { count: 1, choices: CHOICES })
      }
    })
  }
  const learner = createLearner(counts, LEAST_CONTEXT)
  const random = seededRandom(1986)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(words, random)
    for (const word of words) {
      forEachLetter(word, (contexts, choices, right) => {
        const prior = choices.map(() => 0)
        trainStep(learner, contexts, choices, prior, right, RATE / (1 + 0.5 * epoch))
      })
    }
  }
  return learner
}

function wordOf(form: string): Word[] {
  const clusters = clustersOf(form)
  const marks = clusters.map(markOf)
  if (marks.includes(undefined) || clusters.length < 2) return []
  return [
    {
      letters: clusters.map((cluster) => cluster.charAt(0)),
      marks: marks.map((mark) => mark ?? 0),
    },
  ]
}

function forEachLetter(
  { letters, marks }: Word,
  visit: (contexts: readonly number[], choices: readonly number[], right: number) => void,
): void {
  for (const [at, letter] of letters.entries()) {
    const choices = marksFor(letter)
    const right = marks[at] ?? 0
    if (choices.length > 1 && choices.includes(right))
      visit(letterContexts(letters, marks, at), choices, right)
  }
}
