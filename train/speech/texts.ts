/** Writes the transcripts of a speech corpus as words, syllables, tones and phones. See README.md beside this file. */
import { createWriteStream, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { MarkedWord } from '#shared/diacritics.ts'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import { fliteLettersToSound } from '#speech/engines/flite/letters-to-sound.ts'
import type { Phonemizer } from '#speech/languages/common/phonemizer.ts'
import { languageFor } from '#speech/languages/registry.ts'
import { openDiacritizer } from '#speech/open-diacritizer.ts'
import { createPhonemizer } from '#speech/phonemes/phonemize.ts'
import { phonemizeSentence } from '#speech/pipeline/phonemize-sentence.ts'
import { assemble } from '#speech/text/assemble.ts'
import type { Sentence, Syllable, Word } from '#speech/utterance.ts'
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
      const marked = await diacritizer.mark(sentence.text, {})
      const read = (text: string): Promise<Sentence> => reader.phonemize({ ...sentence, text })
      return withTones(await read(marked.text), sentence.text, marked.words, read)
    },
  }
}

/** Other tones that a word may have, by the other forms that its letters have in the lexicon. */
interface Tones {
  readonly tones: readonly Syllable['tone'][]
  readonly probability: number
}

/** The words of a sentence, and beside each word whose marks were restored the tones that it may have, its own first. */
async function withTones(
  sentence: Sentence,
  text: string,
  marked: readonly MarkedWord[],
  read: (text: string) => Promise<Sentence>,
): Promise<Sentence> {
  const words: (Word & { readonly choices?: readonly Tones[] })[] = []
  let next = 0
  for (const [index, word] of sentence.words.entries()) {
    const place = marked.findIndex(
      ({ restored }, at) => at >= next && restored.toLowerCase() === word.text.toLowerCase(),
    )
    const found = marked[place]
    if (place >= 0) next = place + 1
    if (found === undefined || found.source === 'kept') {
      words.push(word)
      continue
    }
    const choices = [{ tones: tonesOf(word), probability: found.confidence }]
    for (const { form, probability } of found.alternatives) {
      const other = (await read(withForm(text, marked, place, form))).words[index]
      if (other !== undefined && phonesOf(other) === phonesOf(word))
        choices.push({ tones: tonesOf(other), probability })
    }
    words.push(choices.length > 1 ? { ...word, choices } : word)
  }
  return { ...sentence, words }
}

/** The restored text with another form of one word. */
function withForm(text: string, words: readonly MarkedWord[], place: number, form: string): string {
  const pieces = words.map(({ start, restored }, at) => {
    return text.slice(words[at - 1]?.end ?? 0, start) + (at === place ? form : restored)
  })
  return pieces.join('') + text.slice(words.at(-1)?.end ?? 0)
}

function tonesOf({ syllables }: Word): Tones['tones'] {
  return syllables.map(({ tone }) => tone)
}

function phonesOf({ syllables }: Word): string {
  return syllables.flatMap(({ phones }) => phones.map(({ ipa }) => ipa)).join(' ')
}
