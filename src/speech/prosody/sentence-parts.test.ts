import { expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Sentence, SentenceEnd, Word } from '#speech/utterance.ts'
import { sentenceParts } from './sentence-parts.ts'

const ENDS: Readonly<Record<string, SentenceEnd>> = {
  '?': 'question',
  '!': 'exclamation',
  ',': 'clause',
}

/** A sentence as the readers give it: small letters, breaks at marks. */
function sentence(language: LanguageCode, text: string): Sentence {
  const words = text
    .normalize('NFC')
    .split(' ')
    .map(
      (token): Word => ({
        text: token.toLowerCase().replace(/[.,?!]$/, ''),
        language,
        syllables: [{ stress: 1, phones: [{ ipa: 'a' }] }],
        breakAfter: /[.,?!]$/.test(token),
      }),
    )
  return { words, end: ENDS[text.slice(-1)] ?? 'statement', endsParagraph: false }
}

/** The parts as "kind: words", without what follows a focus. */
function partsOf(language: LanguageCode, text: string): readonly string[] {
  const said = sentence(language, text)
  return sentenceParts(said)
    .parts.filter(({ kind }) => kind !== 'afterFocus')
    .map(({ kind, from, to }) => {
      const own = said.words.slice(from, to).map((word) => word.text)
      return `${kind}: ${own.join(' ')}`
    })
}

test.each([
  ['en', 'She bought rice, two yams, beans and oil.', ['rice', 'yams', 'beans']],
  ['en', 'She bought rice, yams, and oil.', ['rice', 'yams']],
  ['en', 'Lagos, Abuja, Kano.', ['lagos', 'abuja']],
  ['en', 'She came to Lagos, and we left.', []],
  ['en', 'She came, but we left, as we know.', []],
  ['en', 'When the rain that we had waited for came, we left.', []],
  ['pcm', 'Mary buy rice, yam and beans.', ['rice', 'yam']],
  ['yo', 'Adé ra ìrẹsì, iṣu, ẹ̀wà àti epo.', ['ìrẹsì', 'iṣu', 'ẹ̀wà']],
  ['ha', 'Audu ya sayi shinkafa, doya, wake da mai.', ['shinkafa', 'doya', 'wake']],
  ['ig', 'Ada zụrụ osikapa, ji, agwa na mmanụ.', ['osikapa', 'ji', 'agwa']],
  ['am', 'አልማዝ ሩዝ, ድንች, ባቄላ እና ዘይት ገዛች.', ['ሩዝ', 'ድንች', 'ባቄላ']],
] as const)('%s: the members of a list that another one follows: %s', (language, text, items) => {
  expect(partsOf(language, text)).toEqual(items.map((item) => `item: ${item}`))
})

test('a piece of a sentence that goes on has members of a list up to its end', () => {
  expect(partsOf('en', 'She bought rice, two yams,')).toEqual(['item: rice', 'item: yams'])
  expect(partsOf('en', 'On Monday,')).toEqual([])
})

test.each([
  ['en', 'She bought not beans but rice in Lagos.', 'contrast: rice'],
  ['en', 'She bought rice rather than beans.', 'contrast: rice'],
  ['en', 'She bought the rice, not the beans.', 'contrast: rice'],
  ['en', 'It was Mary who bought it.', 'focus: mary'],
  ['en', 'It was the rain that kept us.', 'focus: rain'],
  ['en', 'Not only my brother but also my older sister came.', 'contrast: older'],
  ['pcm', 'No be rice she buy, na beans.', 'contrast: beans'],
  ['pcm', 'Mary no buy rice, na di beans she buy.', 'contrast: beans'],
  ['pcm', 'Na Mary buy am.', 'focus: mary'],
  ['yo', 'Kì í ṣe ìrẹsì, ẹ̀wà ni ó rà.', 'contrast: ẹ̀wà'],
  ['yo', 'Adé ni ó ra ẹ̀wà.', 'focus: adé'],
  ['ha', 'Ba shinkafa ba ne, wake ne ya saya.', 'contrast: wake'],
  ['ha', 'Audu ne ya zo.', 'focus: audu'],
  ['ig', 'Ọ bụghị osikapa kama ọ bụ agwa.', 'contrast: agwa'],
  ['ig', 'Ọ bụ Ada zụrụ ya.', 'focus: ada'],
  ['am', 'አልማዝ ሩዝ ሳይሆን ድንች ገዛች.', 'contrast: ድንች'],
] as const)('%s: what stands out in "%s"', (language, text, part) => {
  expect(partsOf(language, text)).toEqual([part])
})

test.each([
  ['en', 'Mary is not here.'],
  ['en', 'But Mary left.'],
  ['en', 'It is wrong to think that she left.'],
  ['en', 'She did not come, but it rained.'],
  ['en', 'He counted, two hundred and fifty.'],
  ['pcm', 'Mary na my sister.'],
  ['yo', 'Orúkọ mi ni Adé.'],
  ['ha', 'Wannan gida ne.'],
  ['ha', 'Audu ba ya zuwa ba.'],
  ['am', 'አልማዝ ሩዝ ገዛች.'],
] as const)('%s: nothing stands out in "%s"', (language, text) => {
  expect(partsOf(language, text)).toEqual([])
})

test('what follows a focus is said behind it, up to the next mark', () => {
  const { parts } = sentenceParts(sentence('en', 'It was Mary who bought it, as we know.'))
  expect(parts).toEqual([
    { kind: 'focus', from: 2, to: 3 },
    { kind: 'afterFocus', from: 3, to: 6 },
  ])
})

test.each([
  ['en', 'Are you there?', 'yes-no'],
  ['en', 'Where are you?', 'word'],
  ['en', 'In what year?', 'word'],
  ['en', 'But why?', 'word'],
  ['en', 'So, where are you?', 'word'],
  ['en', 'Do you want tea or coffee?', 'choice'],
  ['en', "You know her, don't you?", 'yes-no'],
  ['en', 'You are there.', undefined],
  ['pcm', 'Wetin you want?', 'word'],
  ['pcm', 'You want rice abi beans?', 'choice'],
  ['yo', 'Ṣé o wà níbẹ̀?', 'yes-no'],
  ['yo', 'Kí ni o fẹ́?', 'word'],
  ['yo', 'Ṣé o fẹ́ iyán tàbí ẹ̀bà?', 'choice'],
  ['ha', 'Ko ka zo?', 'yes-no'],
  ['ha', 'Ina ka je?', 'word'],
  ['ha', 'Daga ina ka zo?', 'word'],
  ['ha', 'Doya kake so ko wake?', 'choice'],
  ['ig', 'Ị bịara?', 'yes-no'],
  ['ig', 'Kedu ka ị mere?', 'word'],
  ['ig', 'Ị chọrọ ji ka ọ bụ agwa?', 'choice'],
  ['am', 'መጣህ?', 'yes-no'],
  ['am', 'አንተ የት ነህ?', 'word'],
  ['am', 'ሻይ ወይስ ቡና ትፈልጋለህ?', 'choice'],
] as const)('%s: which answer "%s" wants', (language, text, asking) => {
  expect(sentenceParts(sentence(language, text)).asking).toBe(asking)
})

test('a long sentence of words that may begin a turn takes no longer than its length asks', () => {
  const long = sentence('ha', `${'ba ya '.repeat(5_000)}ne.`)
  expect(sentenceParts(long).parts.length).toBeLessThan(20_000)
})
