import { expect, test } from 'vitest'
import { letterByLetter, openTestPhonemizer } from '#speech/phonemes/phonemizer.test-support.ts'

const { ipaOf } = openTestPhonemizer()

test.each([
  ['hello', 'h ə ˈl oʊ'],
  ['water', 'ˈw ɔ t ɚ'],
  ['mother', 'ˈm ʌ ð ɚ'],
  ['strength', 'ˈs t ɹ ɛ ŋ k θ'],
  ['university', 'ˌj u n ə ˈv ɝ s ə t i'],
  ['here', 'ˈh ɪ ɹ'],
  ['beer', 'ˈb ɪ ɹ'],
  ['children', 'ˈtʃ ɪ l d ɹ ə n'],
  ['february', 'ˈf ɛ b j ə ˌw ɛ ɹ i'],
  ['chocolate', 'ˈtʃ ɔ k l ə t'],
  ['squirrel', 'ˈs k w ɝ ə l'],
  ['thought', 'ˈθ ɔ t'],
  ['measure', 'ˈm ɛ ʒ ɚ'],
  ['church', 'ˈtʃ ɝ tʃ'],
  ['judge', 'ˈdʒ ʌ dʒ'],
  ['yellow', 'ˈj ɛ l oʊ'],
  ['singing', 'ˈs ɪ ŋ ɪ ŋ'],
  ['boy', 'ˈb ɔɪ'],
  ['how', 'ˈh aʊ'],
])('%s is said as the dictionary has it', async (word, ipa) => {
  expect(await ipaOf(word)).toBe(ipa)
})

test.each([
  ['lagos', 'ˈl eɪ ɡ ɔ s'],
  ['abuja', 'ɑ ˈb u dʒ ɑ'],
  ['ibadan', 'ɪ ˈb ɑ d ɑ n'],
  ['enugu', 'ɛ ˈn u ɡ u'],
  ['kano', 'ˈk ɑ n oʊ'],
  ['adekunle', 'ˌɑ d eɪ ˈk u n l eɪ'],
  ['chinedu', 'tʃ i ˈn ɛ d u'],
  ['ngozi', 'ˈŋ ɡ oʊ z i'],
  ['naira', 'ˈn aɪ ɹ ə'],
  ['kobo', 'ˈk ɔ b oʊ'],
  ['jollof', 'ˈdʒ ɑ l ə f'],
  ['egusi', 'ɛ ˈɡ u s i'],
  ['agbada', 'ɑ ˈɡ b ɑ d ɑ'],
  ['danfo', 'ˈd ɑ n f oʊ'],
  ['okada', 'oʊ ˈk ɑ d ɑ'],
  ['yoruba', 'ˈj ɔ ɹ u b ɑ'],
  ['hausa', 'ˈh aʊ s ɑ'],
  ['igbo', 'ˈi ɡ b oʊ'],
  ['amharic', 'æ m ˈh æ ɹ ɪ k'],
  ['addis', 'ˈɑ d ɪ s'],
  ['ababa', 'ˈɑ b ə b ə'],
  ['nollywood', 'ˈn ɑ l i ˌw ʊ d'],
  ['tinubu', 't i ˈn u b u'],
  ['obasanjo', 'oʊ ˈb ɑ s ɑ n dʒ oʊ'],
  ['soyinka', 'ʃ oʊ ˈj i ŋ k ɑ'],
  ['chimamanda', 'ˌtʃ i m ɑ ˈm ɑ n d ɑ'],
  ['onitsha', 'ɔ ˈn i tʃ ɑ'],
  ['port', 'ˈp ɔ ɹ t'],
  ['harcourt', 'ˈh ɑ ɹ ˌk ɔ ɹ t'],
  ['maiduguri', 'ˌm aɪ d u ˈɡ ʊ ɹ i'],
  ['ifeoma', 'ˌi f ɛ ˈoʊ m ɑ'],
  ['oluwaseun', 'ˌoʊ l u w ɑ ˈʃ ɛ u n'],
  ['abubakar', 'ˌɑ b u ˈb ɑ k ɑ ɹ'],
])('%s is said as in Nigeria, or where it comes from', async (word, ipa) => {
  expect(await ipaOf(word)).toBe(ipa)
})

test.each([
  ['griot', 'ˈɡ ɹ i oʊ'],
  ['whatsapp', 'ˈw ɑ t ˌs æ p'],
  ['emoji', 'ɪ ˈm oʊ dʒ i'],
  ['podcast', 'ˈp ɑ d ˌk æ s t'],
  ['wifi', 'ˈw aɪ ˌf aɪ'],
])('%s, younger than the dictionary, is known', async (word, ipa) => {
  expect(await ipaOf(word)).toBe(ipa)
})

test.each([
  ['cats', 'ˈk æ t s'],
  ['dogs', 'ˈd ɑ ɡ z'],
  ['horses', 'ˈh ɔ ɹ s ə z'],
  ["ngozi's", 'ˈŋ ɡ oʊ z i z'],
  ['danfos', 'ˈd ɑ n f oʊ z'],
  ["okada's", 'oʊ ˈk ɑ d ɑ z'],
  ['whatsapped', 'ˈw ɑ t ˌs æ p t'],
  ['podcasted', 'ˈp ɑ d ˌk æ s t ə d'],
  ['vlogging', 'ˈv l ɑ ɡ ɪ ŋ'],
  ['vlogs', 'ˈv l ɑ ɡ z'],
  ['webinars', 'ˈw ɛ b ə ˌn ɑ ɹ z'],
  ['influencers', 'ˈɪ n ˌf l u ə n s ɚ z'],
  ["griot's", 'ˈɡ ɹ i oʊ z'],
  ["chinedu'll", 'tʃ i ˈn ɛ d u ə l'],
  ["adekunle'd", 'ˌɑ d eɪ ˈk u n l eɪ d'],
  ["ngozi've", 'ˈŋ ɡ oʊ z i ə v'],
  ['retweeted', 'ˌɹ i ˈt w i t ə d'],
  ['unlearnable', 'ˌʌ n ˈl ɝ n ə b ə l'],
  ['rebranding', 'ˌɹ i ˈb ɹ æ n d ɪ ŋ'],
  ['decolonise', 'ˌd i ˈk oʊ l ə ˌn aɪ z'],
  ['organise', 'ˈɔ ɹ ɡ ə ˌn aɪ z'],
  ['favourites', 'ˈf eɪ v ɚ ɪ t s'],
  ['coworking', 'ˌk oʊ ˈw ɝ k ɪ ŋ'],
  ['microfinance', 'ˌm aɪ k ɹ oʊ f ə ˈn æ n s'],
  ['carpark', 'ˈk ɑ ɹ ˌp ɑ ɹ k'],
  ['timestamp', 'ˈt aɪ m ˌs t æ m p'],
  ['paywall', 'ˈp eɪ ˌw ɔ l'],
  ['smartwatch', 'ˈs m ɑ ɹ ˌt w ɑ tʃ'],
  ['motorpark', 'ˈm oʊ t ɚ ˌp ɑ ɹ k'],
  ['unsubtly', 'ˌʌ n ˈs ʌ t ə l i'],
  ['emojiless', 'ɪ ˈm oʊ dʒ i l ə s'],
])('%s is put together from parts that are known', async (word, ipa) => {
  expect(await ipaOf(word)).toBe(ipa)
})

test.each([
  ['nnpc', 'ˌɛ ˌn ɛ n ˌp i ˈs i'],
  ['bbc', 'ˌb i b i ˈs i'],
  ['brrr', 'ˈb ɝ'],
  ['hmm', 'ˈh ʌ m'],
  ['psst', 'p s t'],
  ['n', 'ˈɛ n'],
  ['w', 'ˈd ʌ b ə l j u'],
  ['z', 'ˈz i'],
  ["c's", 'ˈs i z'],
  ["x's", 'ˈɛ k s ə z'],
])('%s, which cannot be read, is spelled or is a sound', async (word, ipa) => {
  expect(await ipaOf(word)).toBe(ipa)
})

test.each([
  ["don't", 'ˈd oʊ n t'],
  ["o'clock", 'ə ˈk l ɑ k'],
  ["'em", 'ə m'],
  ["'tis", 'ˈt ɪ z'],
  ["mothers'", 'ˈm ʌ ð ɚ z'],
  ['Ọ̀ṣun', 'ˈɔ ʃ u n'],
  ['Zoë', 'ˈz oʊ i'],
  ['naïve', 'ˌn aɪ ˈi v'],
])('%s keeps its sound whatever marks it carries', async (word, ipa) => {
  expect(await ipaOf(word)).toBe(ipa)
})

test.each([
  ['the n n p c', 'ð i | ˈɛ n | ˈɛ n | ˈp i | ˈs i'],
  ['a p d f', 'ə | ˈp i | ˈd i | ˈɛ f'],
  ['an a p c senator', 'æ n | ˈeɪ | ˈp i | ˈs i | ˈs ɛ n ə t ɚ'],
  ['a i is here', 'ˈeɪ | ˈaɪ | ɪ z | ˈh ɪ ɹ'],
  ['the a t m', 'ð i | ˈeɪ | ˈt i | ˈɛ m'],
  ['a t v', 'ə | ˈt i | ˈv i'],
  ['plan a is ready', 'ˈp l æ n | ˈeɪ | ɪ z | ˈɹ ɛ d i'],
  ['from a to z', 'f ɹ ə m | ˈeɪ | t ə | ˈz i'],
  ['vitamin a', 'ˈv aɪ t ə m ə n | ˈeɪ'],
  ['i a e a', 'ˈaɪ | ˈeɪ | ˈi | ˈeɪ'],
  ['i saw a boy', 'aɪ | ˈs ɔ | ə | ˈb ɔɪ'],
])('in "%s" single letters are names and words are words', async (text, ipa) => {
  expect(await ipaOf(text)).toBe(ipa)
})

test.each([
  ['blurfel', 'ˈb l ʌ ɹ f ɛ l'],
  ['makoniteda', 'm ɑ k oʊ n ɪ ˈt ɛ d ɑ'],
  ['gabelity', 'ɡ ɑ ˈb ɛ l ɪ t i'],
  ['sanitomal', 's ɑ n ɪ ˈt oʊ m ɑ l'],
])('%s, in no lexicon, is said by rule with a stress of its own', async (word, ipa) => {
  expect(await ipaOf(word)).toBe(ipa)
})

test('unknown words are asked for together, and once', async () => {
  const asked: (readonly string[])[] = []
  const listening = openTestPhonemizer(async (words) => {
    asked.push(words)
    return letterByLetter(words)
  })
  await listening.ipaOf('plimfor met grebnost and plimfor again')
  await listening.ipaOf('grebnost again')
  expect(asked).toEqual([['plimfor', 'grebnost']])
})
