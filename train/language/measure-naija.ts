/**
 * Accuracy of the language of every word of real speech that mixes Pidgin and English: `node train/language/measure-naija.ts MODELS
 * FILE.conllu…`, files of UD_Naija-NSC, whose annotators marked words of other languages (`Lang=en` in MISC). Only sentences with such a word
 * count. Prints, too, the words that are right or are written alike on both sides of the corpus, so that a language cannot be told from them.
 */
import { readFileSync } from 'node:fs'
import { wordsIn } from '#speech/text/detect/features.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { checkInputs, endWithUsage } from '../usage.ts'

interface Token {
  readonly word: string
  readonly language: string
}

const [models, ...files] = process.argv.slice(2)
if (!models || files.length === 0)
  endWithUsage('node train/language/measure-naija.ts MODELS FILE.conllu…')
checkInputs(models, ...files)
const { detectWords } = openLanguageIdentifier(models, (error) => {
  throw error
})

const sentences = files
  .flatMap((path) => readFileSync(path, 'utf8').split('\n\n'))
  .map((block) => block.split('\n').flatMap(tokenOf))
const languagesOf = new Map<string, Set<string>>()
for (const { word, language } of sentences.flat()) {
  const known = languagesOf.get(word) ?? new Set()
  languagesOf.set(word, known.add(language))
}
let [words, right, rightOrShared] = [0, 0, 0]
const mixed = sentences.filter((tokens) => tokens.some(({ language }) => language !== 'pcm'))
for (const tokens of mixed) {
  const found = await detectWords(tokens.map(({ word }) => word).join(' '))
  for (const [at, { word, language }] of tokens.entries()) {
    const isRight = found[at]?.language === language
    words++
    right += Number(isRight)
    rightOrShared += Number(isRight || (languagesOf.get(word)?.size ?? 0) > 1)
  }
}
const share = (part: number): string => `${((100 * part) / words).toFixed(1)} %`
console.log(
  `${words} words of ${mixed.length} sentences: ${share(right)} right, ${share(rightOrShared)} right or shared`,
)

/** A word without its punctuation, as one word of the detector; none for other rows. */
function tokenOf(row: string): readonly Token[] {
  const [id = '', form = '', , kind, , , , , , more = ''] = row.split('\t')
  if (!/^\d+$/.test(id) || kind === 'PUNCT') return []
  const letters = form.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '')
  if (wordsIn(letters).length !== 1) return []
  return [{ word: letters, language: /(?:^|\|)Lang=(\w+)/.exec(more)?.[1] ?? 'pcm' }]
}
