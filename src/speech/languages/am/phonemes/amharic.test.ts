import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { IS_FULL } from '#testing/tier.test-support.ts'
import { openAmharicReader } from './reader.test-support.ts'

const { ipaOf, sentenceOf } = openAmharicReader()

it.each([
  ['ሰላም ለዓለም', 'ˈs ə l a m | l ə ˈʔ a l ə m'],
  [
    'አዲስ አበባ የኢትዮጵያ ዋና ከተማ ናት',
    'ˈʔ a dː i s | ʔ a ˈb ə b a | j ə ʔ i t ˈj o pʼ j a | ˈw a nː a | k ə ˈt ə m a | ˈn a t',
  ],
  ['አባቴ ቡና ይጠጣል', 'ʔ a ˈbː a t e | ˈb u nː a | j ɨ ˈtʼ ə tʼː a l'],
  ['እናቴ ደብዳቤ ጻፈች', 'ʔ ɨ ˈnː a t e | d ə b ˈd a bː e | ˈsʼ a f ə t͡ʃː'],
  ['ልጆቹ ወደ ትምህርት ቤት ሄዱ', 'l ɨ ˈd͡ʒ o t͡ʃː u | ˈw ə d ə | ˈt ɨ m h ɨ ɾ t | ˈb e t | ˈh e d u'],
  ['ዛሬ ዝናብ ነው', 'ˈz a ɾ e | ˈz ɨ n a b | ˈn ə w'],
  ['ጥቁር ውሻ አየሁ', 'ˈtʼ ɨ kʼ u ɾ | ˈw ɨ ʃː a | ʔ a ˈjː ə h u'],
  ['አንድ ሁለት ሦስት አራት አምስት', 'ˈʔ a n d | ˈh u l ə tː | ˈs o s t | ˈʔ a ɾ a tː | ˈʔ a mː ɨ s t'],
  [
    'ስድስት ሰባት ስምንት ዘጠኝ አስር',
    'ˈs ɨ dː ɨ s t | ˈs ə b a tː | ˈs ɨ mː ɨ n t | ˈz ə tʼ ə ɲː | ˈʔ a sː ɨ ɾ',
  ],
  [
    'አስራ አንድ ሃያ ሰላሳ አርባ ሃምሳ',
    'ˈʔ a s ɾ a | ˈʔ a n d | ˈh a j a | s ə ˈl a s a | ˈʔ a ɾ b a | ˈh a m s a',
  ],
  [
    'ስልሳ ሰባ ሰማንያ ዘጠና መቶ ሺህ',
    'ˈs ɨ l s a | ˈs ə b a | s ə ˈm a n j a | z ə ˈtʼ ə n a | ˈm ə t o | ˈʃ i h',
  ],
  ['ቅዱስ ጳጳስ በገነት', 'ˈkʼ ɨ dː u s | ˈpʼ a pʼː a s | b ə ˈɡ ə nː ə t'],
  ['መጽሐፉን ከፈተች', 'm ə sʼ ˈh a f u n | k ə ˈfː ə t ə t͡ʃː'],
  ['አመሰግናለሁ', 'ʔ a m ə s ə ɡː ɨ n a ˈlː ə h u'],
  ['እንዴት ነህ', 'ˈʔ ɨ n d e t | ˈn ə h'],
  // fəlːəɡə is of the verbs whose middle root consonant is long in all forms.
  ['ምን ትፈልጋለህ', 'ˈm ɨ n | t ɨ f ə lː ɨ ˈɡ a lː ə h'],
  ['ፕሬዚዳንቱ ተናገሩ', 'p ɾ e z i ˈd a n t u | t ə n a ˈɡː ə ɾ u'],
  ['የፍርድ ቤቱ ውሳኔ', 'ˈj ə f ɨ ɾ d | ˈb e t u | w ɨ ˈsː a n e'],
])('the sentence "%s" is said %s', async (text, ipa) => {
  expect(await ipaOf(text)).toBe(ipa)
})

it.each([
  ['ሠላም', 'ሰላም'],
  ['ሃገር', 'ሀገር'],
  ['ሐሳብ', 'ሃሳብ'],
  ['ዓይን', 'አይን'],
  ['ፀሎት', 'ጸሎት'],
  ['ኃይል', 'ሀይል'],
  ['ኅብረት', 'ህብረት'],
  ['ዐሥር', 'አስር'],
  ['ሥላሴ', 'ስላሴ'],
])('%s and %s are two spellings of one word', async (one, other) => {
  expect(await ipaOf(one)).toBe(await ipaOf(other))
})

it('a mark of gemination over a letter makes its consonant long, and it beats the lexicon', async () => {
  expect(await ipaOf('ገና')).toBe('ˈɡ ə n a')
  expect(await ipaOf('ገና፟')).toBe('ˈɡ ə nː a')
  expect(await ipaOf('ገና፝')).toBe('ˈɡ ə nː a')
})

it('every syllable has one vowel, and one syllable of a word is stressed', async () => {
  const { words } = await sentenceOf('የኢትዮጵያ ሕዝብ በሰላም ይኖራል እንቅስቃሴዎችንም ይከታተላል')
  for (const { syllables } of words) {
    expect(syllables.filter(({ stress }) => stress === 1)).toHaveLength(1)
    for (const { phones } of syllables)
      expect(phones.filter(({ ipa }) => /^[əuiaeɨo]$/.test(ipa))).toHaveLength(1)
  }
})

it('a phrase break follows commas and the like', async () => {
  const { words } = await sentenceOf('አንድ, ሁለት; ሦስት አራት')
  expect(words.map(({ breakAfter }) => breakAfter)).toEqual([true, true, false, false])
})

it('English words are said with the sounds of Amharic, and belong to the Amharic sentence', async () => {
  const { words } = await sentenceOf('በComputer እና Phone ጻፈ')
  expect(words.map(({ text }) => text)).toEqual(['በ', 'computer', 'እና', 'phone', 'ጻፈ'])
  expect(words.every(({ language }) => language === 'am')).toBe(true)
  expect(await ipaOf('computer')).toBe('k ə m ˈp j u t ə ɾ')
  expect(await ipaOf('phone')).toBe('ˈf o n')
  expect(await ipaOf('thinking')).toBe('ˈt i n k i n ɡ')
  expect(await ipaOf('five days')).toBe('ˈf a j v | ˈd e z')
})

it('an ending of one consonant after an English word has a vowel to stand on', async () => {
  expect(await ipaOf('phoneን')).toBe('ˈf o n | ˈʔ ɨ n')
})

it('every word of the lexicon has the sounds that its letters write', async () => {
  const list = readFileSync(
    new URL('../../../../../resources/lexicons/am-words.tsv', import.meta.url),
    'utf8',
  )
  const rows = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(rows.length).toBeGreaterThan(400)
  for (const row of rows) {
    const [word = '', ipa] = row.split('\t')
    expect((await ipaOf(word)).replaceAll(/[ ˈ]/g, ''), word).toBe(ipa)
  }
})

it('a lexicon that is not there is named in the error', async () => {
  const reader = openAmharicReader('/no/such/folder')
  await expect(reader.ipaOf('ሰላም')).rejects.toThrow(
    /am-\w+\.\w+ cannot be read: install Griot again/,
  )
})

it.each([
  ...['ብብብብብብብብብብ', 'ብ'.repeat(IS_FULL ? 20_000 : 2_000), 'ኳ'.repeat(500), 'ል\u135f'.repeat(300)],
  ...[
    `ለ${'\u0301'.repeat(10_000)}`,
    'አb'.repeat(2_000),
    'ቐዀᎀⶀꬁ',
    'ጘጙ',
    'ፘፙፚ',
    '\u135f',
    'سلام ሰላም',
  ],
  ...['', '፡', 'constructor', '__proto__', 'ẹ̀kọ́', '\ud800ሰ', "''''", 'ሰላም'.repeat(2_000)],
])('hostile text %# is said or left out, never a failure', async (text) => {
  const { words } = await sentenceOf(text)
  for (const { syllables } of words) {
    expect(syllables.length).toBeGreaterThan(0)
    for (const { phones } of syllables)
      for (const { ipa } of phones) expect(ipa).toMatch(/^(?:t͡ʃ|d͡ʒ|\p{Ll})ʼ?ʷ?ː?$|^ʔ/u)
  }
})
