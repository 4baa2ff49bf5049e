/**
 * Leaves out of news and messages what is not in the language that their files say: `node train/language/clean-texts.ts MORE MODELS`, with
 * the model that there is. Messages in another language go, and of the others borrowed English words; news keep those with a capital, which
 * are names.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { CLASSES } from '#speech/text/detect/features.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { checkInputs, endWithUsage } from '../usage.ts'

/** A message is kept from this probability of its language on, and with this part of its words in it. */
const LEAST = 0.8
const LEAST_PIDGIN = 0.9
const LEAST_SHARE = 0.9
/** News in another language, as surely as this, is not kept; English and Pidgin are nearer to each other. */
const SURELY_OTHER = 0.9
const SURELY_OTHER_OF_BOTH = 0.98
const BORROWED = 0.6
const MOST_READ = 400

const [folder, models] = process.argv.slice(2)
if (!folder || !models) endWithUsage('node train/language/clean-texts.ts MORE MODELS')
checkInputs(folder, models)
const { detect, detectWords } = openLanguageIdentifier(models, (error) => {
  throw error
})

for (const name of readdirSync(folder).filter((file) => file.endsWith('.txt'))) {
  const code = CLASSES.find((one) => one === name.split('.')[0])
  if (!code || code === 'other') continue
  const texts = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)
  const isNews = name.includes('.news.')
  const kept: string[] = []
  for (const text of texts) {
    const isKept = isNews ? isNewsIn(text, code) : isMessageIn(text, code)
    if (!(await isKept)) continue
    kept.push(await withoutBorrowed(text.slice(0, MOST_READ), { code, isNews }))
  }
  writeFileSync(join(folder, name), kept.map((text) => `${text}\n`).join(''))
  console.log(`${name}: ${kept.length} of ${texts.length} kept`)
}

async function isNewsIn(text: string, code: LanguageCode): Promise<boolean> {
  const found = await detect(text)
  const limit = code === 'pcm' || code === 'en' ? SURELY_OTHER_OF_BOTH : SURELY_OTHER
  return found !== undefined && (found.language === code || found.confidence < limit)
}

async function isMessageIn(text: string, code: LanguageCode): Promise<boolean> {
  const found = await detect(text)
  const least = code === 'pcm' ? LEAST_PIDGIN : LEAST
  if (found?.language !== code || found.confidence < least) return false
  if (code === 'pcm') return true
  const words = await detectWords(text, code)
  return words.filter(({ language }) => language === code).length >= LEAST_SHARE * words.length
}

/** A text without the English words in it; news with their names. */
async function withoutBorrowed(
  text: string,
  { code, isNews }: { readonly code: LanguageCode; readonly isNews: boolean },
): Promise<string> {
  if (code === 'en' || code === 'pcm') return text
  let kept = ''
  let done = 0
  for (const { text: word, language, confidence, start, end } of await detectWords(text, code)) {
    const isEnglish = (language === 'en' || language === 'pcm') && confidence >= BORROWED
    if (!isEnglish || (isNews && /^\p{Lu}/u.test(word))) continue
    kept += text.slice(done, start)
    done = end
  }
  return `${kept}${text.slice(done)}`.replace(/\s+/g, ' ').trim()
}
