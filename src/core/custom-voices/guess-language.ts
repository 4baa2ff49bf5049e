import type { LanguageCode } from '#shared/voices.ts'

/** Letters and words that only one of the languages has, the surest first. */
const MARKS: readonly (readonly [LanguageCode, RegExp])[] = [
  ['am', /\p{Script=Ethiopic}/u],
  ['ha', /[ɓɗƙƴ]/iu],
  ['ig', /[ịụṅ]/iu],
  ['yo', /[ẹṣọ]/iu],
  ['pcm', /\b(dey|wetin|una|sabi|pikin|abeg)\b/iu],
  ['ha', /\b(sannu|kuma|wannan|yana|suna|muna)\b/iu],
]

/** The language in which a recording was read, where its maker did not say: by the letters of its transcript, or English. */
export function guessLanguage(transcript: string): LanguageCode {
  const text = transcript.normalize('NFC')
  return MARKS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'en'
}
