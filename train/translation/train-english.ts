/** Learns the language model of English over all pairs: `node train/translation/train-english.ts DATA OUT`. DATA: what `prepare.ts` wrote. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokensOf } from '#translation/statistical/tokens.ts'
import { checkInputs, endWithUsage } from '../usage.ts'
import { caseModelOf } from './case.ts'
import { OTHERS } from './corpora.ts'
import { languageModelOf } from './count-ngrams.ts'
import { pack } from './pack.ts'

const [data, out] = process.argv.slice(2)
if (!data || !out) endWithUsage('node train/translation/train-english.ts DATA OUT')
checkInputs(data, out)
const lines = (name: string): string[] =>
  readFileSync(join(data, name), 'utf8').split('\n').filter(Boolean)
const sentences = [
  ...new Set([
    ...Object.keys(OTHERS).flatMap((other) =>
      lines(`en-${other}.tsv`).map((line) => line.split('\t')[0] ?? ''),
    ),
    ...lines('mono-en.txt'),
  ]),
].map((line) => tokensOf(line, 'en').map(({ key }) => key))
const usual = caseModelOf(sentences)
const model = pack(languageModelOf(sentences.map(usual)))
writeFileSync(join(out, 'en.model'), model)
process.stdout.write(
  `en.model ${(model.length / 1e6).toFixed(1)} MB of ${sentences.length} sentences\n`,
)
