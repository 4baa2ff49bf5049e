import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { IS_FULL } from '#testing/tier.test-support.ts'
import { openDiacritizer } from './open-diacritizer.ts'
import { openSpeaker } from './open-speaker.ts'

const RESOURCES = join(import.meta.dirname, '../../resources')
const { mark } = openDiacritizer(RESOURCES)
const restore = async (text: string): Promise<string> => (await mark(text)).text

const folder = folderForTests('griot àmì ohùn')
/** Resources and models of one's own, to be damaged. */
function copied(name: string): string {
  cpSync(RESOURCES, join(folder, name, 'resources'), { recursive: true })
  cpSync(join(RESOURCES, '../models'), join(folder, name, 'models'), { recursive: true })
  return join(folder, name)
}
const warnings: string[] = []
/** Node and its packages may warn of other things. */
const warned = (warning: Error): void => {
  if (/models?\b/.test(warning.message)) warnings.push(warning.message)
}
beforeAll(() => {
  process.on('warning', warned)
})
afterEach(() => warnings.splice(0))
afterAll(() => {
  process.off('warning', warned)
})

const withoutMarks = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')

test.each([
  'Àwọn ọmọ náà ti lọ sí ilé ìwé.',
  'Ọlọ́run bùkún fún yín.',
  'Mo fẹ́ jẹ àmàlà àti ewédú.',
  'Wọ́n ti dé láti Ìbàdàn.',
  'Òjò ń rọ̀ ní Èkó.',
  'ILÉ ÌWÉ NI MO WÀ.',
  'Ìjọba ti kéde pé owó epo yóò dínkù.',
  'Wọ́n kọ́ ilé tuntun sí ẹ̀gbẹ́ ọjà.',
  'Mo ra computer tuntun fún ọmọ mi.',
])('%s comes back from its bare letters', async (marked) => {
  expect(await restore(withoutMarks(marked))).toBe(marked.normalize('NFC'))
})

test('neighbours decide between forms of the same letters', async () => {
  expect(await restore('Oko re ra oko ayokele tuntun.')).toBe('Ọkọ rẹ̀ ra ọkọ̀ ayọ́kẹ́lẹ́ tuntun.')
})

test('text with under-dots alone gets its tones, and keeps its dots', async () => {
  expect(await restore('Ẹ jẹ ki a lọ si ọja ni ọla.')).toBe('Ẹ jẹ́ kí á lọ sí ọjà ní ọ̀la.')
})

test('sentences in other languages stay as they are, and Yoruba beside them is marked', async () => {
  expect(await restore('The children have gone to school. Awon omo naa ti lo si ile iwe.')).toBe(
    'The children have gone to school. Àwọn ọmọ náà ti lọ sí ilé ìwé.',
  )
})

test.each([
  ['Won ti lo si market, but they are not so sure, e jowo e pe won.', 'but they are not so sure'],
  ['Mo fe ra laptop fun birthday omo mi.', 'laptop fún birthday'],
])('%s: the English in it gets no marks', async (text, kept) => {
  expect(await restore(text)).toContain(kept)
  const { words } = await mark(text)
  for (const { original, restored, source } of words)
    if (/^(?:they|are|sure|birthday)$/.test(original))
      expect([restored, source]).toEqual([original, 'kept'])
})

test('a word comes with at most five other forms, whose probabilities fall and leave room for its own', async () => {
  const { words } = await mark('Mo ko iwe si baba mi Agbogbomekunola ni ile oko')
  for (const word of words) {
    expect(word.source).toBe('model')
    const chances = [word.confidence, ...word.alternatives.map(({ probability }) => probability)]
    expect(word.alternatives.length).toBeLessThanOrEqual(5)
    expect(chances).toEqual(chances.toSorted((a, b) => b - a))
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeLessThanOrEqual(1.000001)
  }
})

test('the same text gets the same marks however often and beside whatever it is asked', async () => {
  const text = 'Awon agbe ni ipinle Ogun so pe ojo ko ro to ni odun yii.'
  const once = await mark(text)
  const many = await Promise.all(
    Array.from({ length: 8 }, (_, at) => mark(at % 2 ? text : `Ile ${text}`)),
  )
  for (const marked of many.filter((_, at) => at % 2)) expect(marked).toEqual(once)
})

test.each([
  ['a hundred thousand letters', 'o'.repeat(100_000)],
  ['thousands of words', 'ti '.repeat(IS_FULL ? 20_000 : 2_000)],
  ['marks without a letter', '\u0301\u0323 ile'],
  ['marks alone', '\u0301\u0323 \u0300'],
  ['empty lines', '\n\n \r\n\t\n'],
  ['empty lines between others', '\n\nAwon omo\n\n\nti lo.\n'],
  ['figures', '1234567890'.repeat(1000)],
  ['other scripts', 'ሰላም سلام привет 你好 ile'],
  ['letters outside the first plane', '𝓪𝓫𝓬 ile 𐐷'],
  ['a lone surrogate', 'ile \uD800 iwe'],
  ['nothing', ''],
])('%s: the letters come back', async (_, written) => {
  expect(withoutMarks(await restore(written))).toBe(withoutMarks(written))
})

test.each([
  ['Hausa', 'Yara suna zuwa makaranta kowace rana tare da malamansu.'],
  ['Pidgin', 'Wetin dey happen for Lagos? Dem don comot since morning.'],
  ['Igbo', 'Umuaka ahu gara ahia taa maka izu ihe ndi ha choro.'],
  ['Swahili', 'Watoto wamekwenda shuleni pamoja na wazazi wao.'],
  ['French', 'Je voudrais acheter du pain et du lait pour mes enfants.'],
  ['Twi', 'Nnipa nyinaa yɛ pɛ, na obiara wɔ hokwan sɛ ɔkasa.'],
  ['Amharic', 'ልጆቹ ዛሬ ጠዋት ወደ ትምህርት ቤት ሄዱ።'],
])('%s that is sent as Yoruba comes back as it was', async (_, text) => {
  const { text: same, words } = await mark(text)
  expect(same).toBe(text)
  for (const { source } of words) expect(source).toBe('kept')
})

test('where the model is damaged that is said once, and the lexicon puts the marks', async () => {
  const root = copied('damaged')
  writeFileSync(join(root, 'models/yoruba-marks/model.onnx'), 'nothing')
  const broken = openDiacritizer(join(root, 'resources'))
  expect((await broken.mark('Awon omo naa ti lo si ile iwe.')).text).toBe(
    'Àwọn ọmọ náà ti lọ sí ilé ìwé.',
  )
  const { text, words } = await broken.mark('Ojo n ro ni Eko.')
  expect(text).toBe('Òjò ń rọ̀ ní Èkó.')
  expect(words.map(({ source }) => source)).toEqual(Array(5).fill('lexicon'))
  const speaker = await openSpeaker(join(root, 'resources'))
  const order = { text: 'Ojo n ro ni Eko.', voice: 'sade', speed: 1 }
  const spoken = await Array.fromAsync(speaker.speak(order, new AbortController().signal))
  expect(spoken.flatMap(({ timings }) => timings.words.map((word) => word.text)).join(' ')).toBe(
    'òjò ń rọ̀ ní èkó',
  )
  // A warning is told at the end of a turn.
  await nextTurn()
  // Once by each diacritizer: the one here and the speaker's.
  expect(warnings).toEqual(
    Array(2).fill(expect.stringMatching(/model\.onnx is damaged: install Griot again/)),
  )
})

test('without any model the lexicon puts the marks', async () => {
  const root = copied('bare')
  rmSync(join(root, 'models'), { recursive: true })
  const broken = openDiacritizer(join(root, 'resources'))
  expect((await broken.mark('Ojo n ro ni Eko.')).text).toBe('Òjò ń rọ̀ ní Èkó.')
  await nextTurn()
  expect(warnings.length).toBeGreaterThan(0)
})
