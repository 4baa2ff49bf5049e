import { describe, expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { FORMALITIES, TONES, type TranslationStyle } from '#shared/translation.ts'
import { applyStyle, isToneLeftOut } from './apply-style.ts'

const FORMAL = { tone: 'neutral', formality: 'formal' } as const
const WARM = { tone: 'warm', formality: 'casual' } as const
const textOf = (text: string, language: LanguageCode, style: TranslationStyle): string =>
  applyStyle(text, language, style).text

describe('formal English has full forms', () => {
  test.each([
    ["I don’t know. You can't go.", 'I do not know. You cannot go.'],
    [
      "I'm here, we're late, they've gone, you'll see.",
      'I am here, we are late, they have gone, you will see.',
    ],
    ["It's late and that's all. Let's go!", 'It is late and that is all. Let us go!'],
    ["Won't stay. He isn't in.", 'Will not stay. He is not in.'],
    [
      "It's been long. He's gone. She's already eaten.",
      "It's been long. He's gone. She's already eaten.",
    ],
    ["Don't you know? Isn't it?", "Don't you know? Isn't it?"],
    ["Ada's book, he'd go, ain't it.", "Ada's book, he'd go, ain't it."],
    ["I CAN'T \uE000 don't", "I CAN'T \uE000 do not"],
  ])('%s', (text, formal) => {
    expect(textOf(text, 'en', FORMAL)).toBe(formal)
    expect(textOf(text, 'en', { tone: 'professional', formality: 'casual' })).toBe(formal)
  })
})

test.each([
  ['I do not know. You cannot go.', 'I don’t know. You can’t go.'],
  ['I am here and it is late. They are not in.', 'I’m here and it’s late. They aren’t in.'],
  ['Yes, it is. I will not. What you are, I am.', 'Yes, it is. I will not. What you are, I am.'],
  ['It IS late. I DO NOT know.', 'It IS late. I DO NOT know.'],
])('warm English is contracted where speakers do: %s', (text, warm) => {
  expect(textOf(text, 'en', WARM)).toBe(warm)
  expect(textOf(warm, 'en', { ...WARM, formality: 'formal' })).not.toContain('’')
})

describe('formal Yoruba addresses one person as several', () => {
  test.each([
    ['Ṣé o ti jẹun?', 'Ṣé ẹ ti jẹun?'],
    ['O ṣé púpọ̀. O ò mọ̀ mí.', 'Ẹ ṣé púpọ̀. Ẹ ò mọ̀ mí.'],
    ['Kí ni ò ń ṣe? Ò ń lọ.', 'Kí ni ẹ ń ṣe? Ẹ ń lọ.'],
    ['Ìwọ ni mo rí. Mo rí ọ.', 'Ẹ̀yin ni mo rí. Mo rí yín.'],
    ['Mo fi ọ́ jọba. Orúkọ rẹ dára.', 'Mo fi yín jọba. Orúkọ yín dára.'],
    ['Káàárọ̀. Jọ̀wọ́, jókòó.', 'Ẹ káàárọ̀. Ẹ jọ̀wọ́, jókòó.'],
    ['Má ṣe lọ. Kú iṣẹ́!', 'Ẹ má ṣe lọ. Ẹ kú iṣẹ́!'],
    // He and she, "not", the emphatic o, and what is polite already.
    ['Ó ti lọ sí ilé rẹ̀.', 'Ó ti lọ sí ilé rẹ̀.'],
    ['Mi ò ń lọ. Wọn ò mọ̀.', 'Mi ò ń lọ. Wọn ò mọ̀.'],
    ['Ẹ ṣé o. Ẹ káàárọ̀ o, màmá.', 'Ẹ ṣé o. Ẹ káàárọ̀ o, màmá.'],
  ])('%s', (text, formal) => {
    expect(applyStyle(text.normalize('NFD'), 'yo', FORMAL)).toEqual({
      text: formal.normalize('NFC'),
      isUsed: true,
    })
  })
  test('and stays as it is without tone marks, which tell "you" from "he"', () => {
    const text = 'Se o ti jeun?'
    expect(applyStyle(text, 'yo', FORMAL)).toEqual({ text, isUsed: false })
  })
})

describe('formal Hausa addresses one person as several', () => {
  test.each([
    ['Yaya kake? Kana lafiya?', 'Yaya kuke? Kuna lafiya?'],
    ['Za ka zo gobe. Zaka ci abinci.', 'Za ku zo gobe. Zaku ci abinci.'],
    ['Kada ki manta da sunanki.', 'Kada ku manta da sunanku.'],
    ['Idan ka zo, zan ba ka.', 'Idan ka zo, zan ba ka.'],
    ['Idan ka zo, zan gaya maka.', 'Idan kun zo, zan gaya muku.'],
    ['Me ya sa ka tafi? Lokacin da ka zo.', 'Me ya sa kuka tafi? Lokacin da kuka zo.'],
    ['Ka yi haƙuri.', 'Ku yi haƙuri.'],
    ['Ina tare da kai.', 'Ina tare da ku.'],
    ['Sarki ya zo. Barka da zuwa. Ɗinki ne.', 'Sarki ya zo. Barka da zuwa. Ɗinki ne.'],
  ])('%s', (text, formal) => expect(textOf(text, 'ha', FORMAL)).toBe(formal))
  test('and says where a sentence had to stay', () => {
    expect(applyStyle('Ka tafi gida. Kana lafiya?', 'ha', FORMAL)).toEqual({
      ...{ text: 'Ka tafi gida. Kuna lafiya?', isUsed: false },
    })
  })
})

describe('formal Amharic has the polite pronoun where it agrees', () => {
  test.each([
    ['እንዴት ነሽ? ሰላም ነው።', 'እንዴት ነዎት? ሰላም ነው።'],
    ['አንተ ተማሪ ነህ።', 'እርስዎ ተማሪ ነዎት።'],
    ['የአንተ ቤት ትልቅ ነው።', 'የእርስዎ ቤት ትልቅ ነው።'],
    ['እንኳን ደህና መጣህ! ደህና ሁን።', 'እንኳን ደህና መጡ! ደህና ይሁኑ።'],
    ['ይህ ላንቺ ነው።', 'ይህ ለእርስዎ ነው።'],
  ])('%s', (text, formal) =>
    expect(applyStyle(text, 'am', FORMAL)).toEqual({ text: formal, isUsed: true }),
  )
  test.each(['አንተ ወደ ቤት ትሄዳለህ።', 'የአንተን ቤት ታያለህ።', 'አንተ ና።'])(
    'and stays as it is where its verb would not: %s',
    (text) => expect(applyStyle(text, 'am', FORMAL)).toEqual({ text, isUsed: false }),
  )
})

test.each(['ig', 'pcm'] as const)('%s has no rule, and says so', (language) => {
  const text = 'Kedu ka i mere? How you dey?'
  expect(applyStyle(text, language, FORMAL)).toEqual({ text, isUsed: false })
  expect(applyStyle(text, language, WARM)).toEqual({ text, isUsed: false })
})

test('a tone without a rule is not used', () => {
  expect(applyStyle('Ó dára.', 'yo', WARM).isUsed).toBe(false)
  expect(applyStyle('Fine.', 'en', { tone: 'narration', formality: 'casual' }).isUsed).toBe(false)
})

test.each([
  ['yo', 'warm', 'formal', true],
  ['ha', 'narration', 'formal', true],
  ['am', 'neutral', 'formal', false],
  ['en', 'narration', 'formal', true],
  ['en', 'warm', 'formal', true],
  ['en', 'warm', 'casual', false],
  ['en', 'professional', 'casual', false],
] as const)(
  'of %s with the tone "%s", %s, the tone is left out: %s',
  (language, tone, formality, isLeftOut) => {
    expect(isToneLeftOut(language, { tone, formality })).toBe(isLeftOut)
  },
)

test('what has been applied once is not changed a second time, and masks stay', () => {
  const texts = {
    en: "I don't know, it is \uE000 late. Let us go, you are here.",
    yo: 'Ṣé o ti jẹun? Káàárọ̀ \uE000. Jọ̀wọ́ fún mi ní orúkọ rẹ, ìwọ ọmọ. Má lọ.',
    ha: 'Yaya kake \uE000? Idan ka zo, ka yi haƙuri. Sunanka da motarki.',
    am: 'እንዴት ነህ \uE000? የአንተ ቤት ነው። አንተ ተማሪ ነህ።',
    ig: 'Kedu \uE000?',
    pcm: 'How you dey \uE000?',
  } as const
  for (const [language, text] of Object.entries(texts))
    for (const tone of TONES)
      for (const formality of FORMALITIES) {
        const style = { tone, formality }
        // Keys of an object are strings to TypeScript.
        const once = textOf(text, language as LanguageCode, style)
        expect(textOf(once, language as LanguageCode, style)).toBe(once)
        expect(once.match(/\uE000/g)).toHaveLength(1)
      }
})
