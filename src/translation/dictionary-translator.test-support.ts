import { setTimeout as pause } from 'node:timers/promises'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { BuiltInTranslator } from './translator.ts'

/** Words of English with their translations. */
const WORDS: Readonly<Record<string, Partial<Record<LanguageCode, string>>>> = {
  good: { yo: 'dára', pcm: 'fine', ha: 'nagari' },
  morning: { yo: 'àárọ̀', pcm: 'mornin', ha: 'safiya' },
  the: { yo: '', pcm: 'di', ha: '' },
  children: { yo: 'àwọn ọmọ', pcm: 'pikin dem', ha: 'yara' },
  have: { yo: 'ti', pcm: 'don', ha: 'sun' },
  gone: { yo: 'lọ', pcm: 'go', ha: 'tafi' },
  to: { yo: 'sí', pcm: 'to', ha: 'zuwa' },
  school: { yo: 'ilé ìwé', pcm: 'skul', ha: 'makaranta' },
  you: { yo: 'o', pcm: 'yu', ha: 'ka' },
  come: { yo: 'wá', pcm: 'kom', ha: 'zo' },
  pay: { yo: 'san', pcm: 'pay', ha: 'biya' },
  eat: { yo: 'jẹun', pcm: 'chop', ha: 'ci' },
}

/**
 * A translator for tests, word by word from English, and from Hausa to English. Words that it does not know stay. It waits a
 * moment at "slowly", and ends its process at "crash".
 */
export function createDictionaryTranslator(): BuiltInTranslator {
  return {
    licence: { id: 'CC-BY-NC-4.0', commercialUse: false },
    directions: [
      { source: 'en', target: 'yo', quality: 'draft' },
      { source: 'en', target: 'pcm', quality: 'draft' },
      { source: 'en', target: 'ha', quality: 'word help' },
      { source: 'ha', target: 'en', quality: 'draft' },
    ],
    async translate(sentence, { source, target }, signal) {
      if (/\bcrash\b/i.test(sentence)) process.exit(9)
      if (/\bslowly\b/i.test(sentence)) await pause(60_000, undefined, { signal })
      if (/\bbreak\b/i.test(sentence)) throw new Error('a bug for a test')
      const words = sentence.replace(/\p{L}[\p{L}\p{M}]*/gu, (word) =>
        source === 'en' ? fromEnglish(word, target) : toEnglish(word, source),
      )
      const text = words.replace(/ {2,}/g, ' ').trim()
      return { text: text.charAt(0).toUpperCase() + text.slice(1), doubts: [], isFixed: false }
    },
  }
}

function fromEnglish(word: string, target: LanguageCode): string {
  return WORDS[word.toLowerCase()]?.[target] ?? word
}

function toEnglish(word: string, source: LanguageCode): string {
  const known = Object.entries(WORDS).find(
    ([, translations]) => translations[source] === word.toLowerCase(),
  )
  return known?.[0] ?? word
}
