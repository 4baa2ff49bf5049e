/**
 * Compares translators on the development files: `node train/translation/measure.ts PARALLEL MODELS HALF [DIRECTION …]`. MODELS: a folder as
 * models/translation. HALF: `seen` (weights were chosen on it) or `unseen`. Prints chrF of copying the source, of translating word by
 * word, and of the translator, with its BLEU of words and pairs, its length (characters for each of the reference) and sentences a second.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DirectionModel, translateSentence } from '#translation/statistical/direction.ts'
import { LanguageModel } from '#translation/statistical/language-model.ts'
import { unpack } from '#translation/statistical/packed.ts'
import { PhraseTable } from '#translation/statistical/phrase-table.ts'
import { sentenceOf, tokensOf } from '#translation/statistical/tokens.ts'
import { addStatistics, bleuOf, chrfOf, statisticsOf } from '../../eval/scores/chrf.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { type Other, readPairs } from './corpora.ts'
import { readDirections } from './directions.ts'
import { isSeen } from './halves.ts'

const [parallel, models, half, ...only] = process.argv.slice(2)
if (!parallel || !models || (half !== 'seen' && half !== 'unseen'))
  endWithUsage('node train/translation/measure.ts PARALLEL MODELS seen|unseen [DIRECTION …]')
checkInputs(parallel, models)

for (const { source, target, weights, beam, reach, consensus, compared } of readDirections(
  models,
)) {
  if (only.length > 0 && !only.includes(`${source}-${target}`)) continue
  const read = (name: string): ReturnType<typeof unpack> => unpack(readFileSync(join(models, name)))
  const phrases = new PhraseTable(read(`${source}-${target}.phrases`))
  const model = new LanguageModel(read(`${target}.model`))
  const direction: DirectionModel = {
    source,
    target,
    phrases,
    model,
    weights,
    settings: { beam, reach },
    consensus,
    compared,
  }
  const other = (source === 'en' ? target : source) as Other
  const rows = readPairs(parallel, other, 'dev')
    .filter(({ english }) => isSeen(english) === (half === 'seen'))
    .map((pair) => (source === 'en' ? [pair.english, pair.other] : [pair.other, pair.english]))
  const score = (
    translate: (text: string) => string,
  ): { chrf: string; bleu: string; length: string } => {
    const total = statisticsOf('', '')
    for (const [text = '', reference = ''] of rows)
      addStatistics(total, statisticsOf(translate(text), reference))
    return {
      chrf: chrfOf(total).toFixed(1),
      bleu: bleuOf(total).toFixed(1),
      length: ((total[1] ?? 0) / (total[2] ?? 1)).toFixed(2),
    }
  }
  const started = performance.now()
  const own = score((text) => translateSentence(text, direction))
  const speed = rows.length / ((performance.now() - started) / 1000)
  const words = score((text) =>
    sentenceOf(tokensOf(text, source).map(({ key }) => wordFor(phrases, key))),
  )
  const copy = score((text) => text)
  process.stdout.write(
    `${source}-${target} ${half} ${rows.length} sentences: copying ${copy.chrf}, word by word ${words.chrf}, translator ${own.chrf} (BLEU ${own.bleu}, length ${own.length}), ${speed.toFixed(1)} sentences/s\n`,
  )
}

/** The likeliest translation of a word alone. */
function wordFor(phrases: PhraseTable, word: string): string {
  const options = phrases.lookUp([word.toLowerCase()])[0]?.[0] ?? []
  const [best] = [...options].sort((a, b) => b.scores[0] + b.scores[2] - a.scores[0] - a.scores[2])
  return best?.words.join(' ') ?? word
}
