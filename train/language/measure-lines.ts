/**
 * Accuracy of the language of short lines among others: `node train/language/measure-lines.ts PARALLEL MODELS HALF`. PARALLEL: a folder as
 * for `train/translation`. HALF of the development files, by a hash of the English sentence: `seen` (the prior probabilities were chosen
 * on it) or `unseen`. The first one to three words of each sentence stand between lines of the same or of another language, with a voice
 * of the same or of another language. A line that stays in doubt is spoken in the language of its voice.
 */

import type { LanguageCode } from '#shared/languages/languages.ts'
import { wordsIn } from '#speech/text/detect/features.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { type Other, readPairs } from '../translation/corpora.ts'
import { isSeen } from '../translation/halves.ts'
import { checkInputs, endWithUsage } from '../usage.ts'

const [parallel, models, half] = process.argv.slice(2)
if (!parallel || !models || (half !== 'seen' && half !== 'unseen'))
  endWithUsage('node train/language/measure-lines.ts PARALLEL MODELS seen|unseen')
checkInputs(parallel, models)
const { identifyLines } = openLanguageIdentifier(models, (error) => {
  throw error
})

const OTHERS: readonly Other[] = ['am', 'ha', 'ig', 'pcm', 'yo']
/** Languages of the line, of the lines around it, and of the voice: E is English, X the other one. */
const CASES = ['X X X', 'X X E', 'X E X', 'X E E', 'E E E', 'E E X', 'E X X'] as const
const NEIGHBOURS = 3

for (const words of [1, 2, 3])
  for (const one of CASES) {
    const [own, around, voice] = one.split(' ')
    const right = await Promise.all(
      OTHERS.flatMap((other) => {
        const codeOf = (side: string | undefined): LanguageCode => (side === 'E' ? 'en' : other)
        return textsOf(other, own === 'E', words).map(async (text) => {
          const near = Array.from({ length: NEIGHBOURS }, () => ({
            text: '',
            language: codeOf(around),
          }))
          const answers = await identifyLines(
            [...near, { text, voice: codeOf(voice) }, ...near],
            [],
          )
          return (answers[NEIGHBOURS]?.language ?? codeOf(voice)) === codeOf(own)
        })
      }),
    )
    const share = (100 * right.filter(Boolean).length) / right.length
    process.stdout.write(`${words} ${one}: ${share.toFixed(1)} % of ${right.length}\n`)
  }

/** The first `count` words of sentences that have at least three more. */
function textsOf(other: Other, isEnglish: boolean, count: number): string[] {
  return readPairs(parallel ?? '', other, 'dev').flatMap((pair) => {
    if (isSeen(pair.english) !== (half === 'seen')) return []
    const text = isEnglish ? pair.english : pair.other
    const words = wordsIn(text)
    const last = words[count - 1]
    return last && words.length > count + NEIGHBOURS ? [text.slice(0, last.end)] : []
  })
}
