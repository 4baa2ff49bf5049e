/**
 * Accuracy on the first one to three words of sentences: `node train/language/measure-short.ts MORE MODELS seen|unseen`. MORE: the folder of
 * `more_texts.py`; choices were made on the half `seen`. A text is spoken without a voice, by a voice of its language, and by one of another
 * (English; for English, Yoruba). With a voice, what stays in doubt is spoken in the language of the voice.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import { wordsIn } from '#speech/text/detect/features.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { checkInputs, endWithUsage } from '../usage.ts'

const [more, models, half] = process.argv.slice(2)
if (!more || !models || (half !== 'seen' && half !== 'unseen'))
  endWithUsage('node train/language/measure-short.ts MORE MODELS seen|unseen')
checkInputs(more, models)
const { detect, identifySpoken } = openLanguageIdentifier(models, (error) => {
  throw error
})

const MARK = /\p{M}/gu
const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }
const rows = readFileSync(join(more, `short-${half}.tsv`), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [code = '', text = ''] = line.split('\t')
    const language = languageOf(code)
    return language ? [{ language, text }] : []
  })

for (const isBare of [false, true])
  for (const count of [1, 2, 3]) {
    const right = new Map<string, boolean[]>()
    const note = (cell: string, isRight: boolean): void => {
      right.set(cell, [...(right.get(cell) ?? []), isRight])
    }
    for (const { language, text } of rows) {
      const first = firstWords(isBare ? bare(language, text) : text, count)
      if (first === undefined) continue
      const alone = (await detect(first))?.language === language
      const own = await spokenRight(first, language, language)
      const other = await spokenRight(first, language, language === 'en' ? 'yo' : 'en')
      for (const which of ['all', language]) {
        note(`no voice, ${which}`, alone)
        note(`own voice, ${which}`, own)
      }
      note(language === 'en' ? 'English, Yoruba voice' : 'not English, English voice', other)
    }
    console.log(`${count} of ${isBare ? 'unmarked' : 'written'} words`)
    for (const [cell, all] of right)
      console.log(
        `  ${cell}: ${((100 * all.filter(Boolean).length) / all.length).toFixed(1)} % of ${all.length}`,
      )
  }

async function spokenRight(
  text: string,
  language: LanguageCode,
  voice: LanguageCode,
): Promise<boolean> {
  return ((await identifySpoken(text, voice)) ?? voice) === language
}

/** The first words of a text that has at least two more. */
function firstWords(text: string, count: number): string | undefined {
  const words = wordsIn(text)
  const last = words[count - 1]
  return last && words.length > count + 1 ? text.slice(0, last.end) : undefined
}

/** As it is typed on an English keyboard. */
function bare(language: LanguageCode, text: string): string {
  if (language === 'am') return text
  const letters = text.normalize('NFD').replace(MARK, '').normalize('NFC')
  return letters.replace(/[ɓɗƙƴ]/g, (letter) => HOOKED[letter] ?? letter)
}
