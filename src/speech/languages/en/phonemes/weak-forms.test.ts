import { expect, test } from 'vitest'
import { openTestPhonemizer } from '#speech/phonemes/phonemizer.test-support.ts'

const { basesOf, ipaOfWord } = openTestPhonemizer()

test.each([
  ['the', 'The apple is on the table.', 'ð i, ð ə'],
  ['the', 'The hour and the university.', 'ð i, ð ə'],
  ['the', 'The end of the end.', 'ð i, ð i'],
  ['a', 'A cat saw a dog.', 'ə, ə'],
  ['an', 'An egg is an egg.', 'æ n, æ n'],
  ['to', 'She went to Abuja.', 't u'],
  ['to', 'He wants to eat.', 't u'],
  ['to', 'Where are you going to?', 'ˈt u'],
  ['of', 'A cup of tea.', 'ə v'],
  ['of', 'What is it made of?', 'ˈʌ v'],
  ['for', 'This is for you.', 'f ɔ ɹ'],
  ['for', 'What is it for?', 'ˈf ɔ ɹ'],
  ['and', 'Rice and beans.', 'æ n d'],
  ['at', 'We met at home.', 'æ t'],
  ['at', 'What are you looking at?', 'ˈæ t'],
  ['from', 'He is from Jos.', 'f ɹ ə m'],
  ['from', 'Where are you from?', 'ˈf ɹ ʌ m'],
  ['can', 'I can swim.', 'k æ n'],
  ['can', 'Yes, I can.', 'ˈk æ n'],
  ['was', 'It was hot.', 'w ɑ z'],
  ['have', 'They have come.', 'h æ v'],
  ['her', 'I saw her bag and told her.', 'h ɚ, h ɚ'],
  ['it', 'It is late, so leave it.', 'ɪ t, ɪ t'],
  ['them', 'Give them some.', 'ð ɛ m'],
  ['some', 'Some people want some.', 's ə m, ˈs ʌ m'],
  ['but', 'He came, but she left.', 'b ə t'],
  ['must', 'You must go.', 'm ə s t'],
  ['us', 'Tell us more.', 'ə s'],
  ['than', 'It is bigger than mine.', 'ð æ n'],
  ['that', 'I know that he left.', 'ð æ t'],
  ['as', 'As good as new.', 'æ z, æ z'],
  ['are', 'We are here.', 'ɑ ɹ'],
  ['do', 'Do you know what they do?', 'd u, ˈd u'],
  ["you're", "You're early.", 'j ʊ ɹ'],
  ["it's", "It's late.", 'ɪ t s'],
  ["i'm", "I'm tired.", 'aɪ m'],
  ["they're", "They're at home.", 'ð ɛ ɹ'],
  ['with', 'Come with me.', 'w ɪ ð'],
  ['will', 'It will rain.', 'w ɪ l'],
  ['been', 'She has been there.', 'b ɪ n'],
])('%s is as weak as its place in the sentence allows: %s', async (word, sentence, ipa) => {
  expect(await ipaOfWord(sentence, word)).toBe(ipa)
})

test('a function word that stands alone is said in full', async () => {
  expect(await ipaOfWord('it', 'it')).toBe('ˈɪ t')
  expect(await ipaOfWord('a', 'a')).toBe('ˈeɪ')
  expect(await ipaOfWord('to', 'to')).toBe('ˈt u')
})

test('the schwa of "of" and "from" is the vowel that the base voices were recorded with', async () => {
  expect(await basesOf('a cup of tea from home')).toEqual([
    ...['ax', 'k', 'ah', 'p', 'ah', 'v', 't', 'iy'],
    ...['f', 'r', 'ah', 'm', 'hh', 'ow', 'm'],
  ])
})
