/** Writes the transcripts of a speech corpus as words, syllables, tones and phones. See README.md beside this file. */
import { createWriteStream, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import { fliteLettersToSound } from '#speech/engines/flite/letters-to-sound.ts'
import type { Phonemizer } from '#speech/languages/common/phonemizer.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { openDiacritizer } from '#speech/open-diacritizer.ts'
import { createPhonemizer } from '#speech/phonemes/phonemize.ts'
import { phonemizeSentence } from '#speech/pipeline/phonemize-sentence.ts'
import { assemble } from '#speech/text/assemble.ts'
import { checkInputs, endWithUsage } from '../usage.ts'

const [table, out] = process.argv.slice(2)
if (table === undefined || out === undefined)
  endWithUsage('node train/speech/texts.ts TABLE.tsv TEXTS.jsonl')
checkInputs(table)

const RESOURCES = join(import.meta.dirname, '../../resources')
const diacritizer = openDiacritizer(RESOURCES)
const phonemizers = new Map<LanguageCode, Phonemizer>()
const output = createWriteStream(out)
const [head = '', ...rows] = readFileSync(table, 'utf8').trimEnd().split('\n')
const columns = head.split('\t')

for (const row of rows) {
  const fields = row.split('\t')
  const field = (name: string): string => fields[columns.indexOf(name)] ?? ''
  const language = languageOf(field('language'))
  if (language === undefined || field('transcript') === '') continue
  const id = field('id') || `${language}-${basename(field('clip'), '.wav')}`
  const speaker = field('speaker') === '' ? {} : { speaker: field('speaker') }
  const sentences = await sentencesOf(field('transcript'), language)
  const about = { split: field('split'), seconds: Number(field('seconds')) }
  output.write(
    `${JSON.stringify({ id, language, ...speaker, ...about, suspect: field('suspect'), sentences })}\n`,
  )
}
output.end()

/** The sentences of a text, phone by phone, as a voice is told to say them. */
async function sentencesOf(text: string, language: LanguageCode): Promise<readonly unknown[]> {
  const { sentences } = assemble([{ kind: 'text', text, style: {} }], language)
  return Promise.all(sentences.map((sentence) => phonemizeSentence(sentence, phonemizerFor)))
}

function phonemizerFor(language: LanguageCode): Phonemizer {
  const known = phonemizers.get(language) ?? openPhonemizer(language)
  phonemizers.set(language, known)
  return known
}

function openPhonemizer(language: LanguageCode): Phonemizer {
  const reader = createPhonemizer(language, fliteLettersToSound, join(RESOURCES, 'lexicons'))
  if (!languageFor(language).restoresDiacritics) return reader
  return {
    phonemize: async (sentence) => {
      const { text } = await diacritizer.mark(sentence.text, {})
      return reader.phonemize({ ...sentence, text })
    },
  }
}
