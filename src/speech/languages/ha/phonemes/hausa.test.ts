import { expect, test } from 'vitest'
import { openTestHausa } from './hausa.test-support.ts'

const { sentenceOf, soundsOf } = openTestHausa()

test.each([
  ['Ina kwana?', 'ʔiH.naːL kʷaːH.naːH'],
  ['Sannu da zuwa.', 'sanL.nuH daL zuH.waːL'],
  ['Na gode sosai.', 'naH ɡoːH.deːL soːL.saiH'],
  ['Yaya kake?', 'jaːL.jaːL kaH.keːL'],
  ['Sunana Musa, ni ɗalibi ne.', 'suH.naːL.naːH muːH.saːL niːH ɗaːH.liL.biːH neːL'],
  ['Ita malama ce.', 'ʔiH.taH maːH.laL.maːH t͡ʃeːL'],
  ['Wannan gida ne.', 'wanH.nanL ɡiH.daːH neːL'],
  ['Shi likita ne.', 'ʃiːH liH.kiH.taL neːH'],
  ['Ba ya so.', 'baL jaL soːHL'],
  ['Ba su zo ba.', 'baL suL zoːH baH'],
  ['Ba malami ba ne.', 'baːL maːH.laL.miːH baH neːL'],
  ['Za mu tafi Kano gobe.', 'zaːH muL taL.fiH kaH.noːL ɡoːL.beH'],
  ['Za a yi taro.', 'zaːH ʔaL jiH taːL.ɽoːH'],
  ['Ya kamata su zo.', 'jaH kaːL.maːH.taːL suL zoːH'],
  ['Ya zo don ya gan ni.', 'jaH zoːH donH jaL ɡanH niːH'],
  ['Mutane sun je kasuwa.', 'muH.taːL.neːH sunH d͡ʒeːH kaːL.suH.waːH'],
  ['Yakan zo kullum.', 'jaH.kanL zoːH kulH.lumH'],
  ['Ya kan zo.', 'jaH kanL zoːH'],
  ['Kan tebur', 'kanHL teːH.burL'],
  ['ƙarfe bakwai da rabi na safe', 'kʼaɽH.feːL baH.kʷaiL daL ɽaH.biːL naH saːH.feH'],
  ['ashirin da ɗaya', 'ʔaL.ʃiL.rinH daL ɗaH.jaH'],
  ['naira dubu biyar', 'naiH.raːL duH.buːH biL.jarH'],
  ['N N P C', 'ʔenHL ʔenHL piːH siːH'],
  ['B B C', 'biːH biːH siːH'],
  ['a computer ce.', 'ʔaL kamL.pjuːH.taL t͡ʃeːH'],
  ['Yaro ya ci abinci.', 'jaːH.ɽoːL jaH t͡ʃiH ʔaL.binH.t͡ʃiH'],
  ['Me ya sa kake kuka?', 'meːL jaH saːHL kaH.keːL kuH.kaL'],
  ['Kada ka tafi.', 'kaH.daːL kaL taL.fiH'],
  ['Allah ya ba mu lafiya.', 'ʔalH.laːL jaH baːH muL laːH.fiH.jaːL'],
  [
    'Gwamnan jihar Kano ya gana da shugaban ƙasa.',
    'ɡʷamH.nanL d͡ʒiL.harH kaH.noːL jaH ɡaːH.naːL daL ʃuːL.ɡaL.banH kʼaH.saːH',
  ],
  ['Malam, ina wuni?', 'maːH.lamL ʔiH.naːL wuH.niL'],
])('the sentence %j is said %j', async (written, spoken) => {
  expect(await soundsOf(written)).toBe(spoken)
})

test.each([
  ['technology', 'tekL.noH.laL.d͡ʒiːL'],
  ['street', 'stritHL'],
  ['school', 'skulHL'],
  ['twenty five', 'twenH.tiːL faibHL'],
  ['the minister', 'daH miH.naL.staL'],
  ['hospital', 'hoH.spiH.talL'],
  ['market', 'maːH.katL'],
  ['Facebook', 'fesHL.bukL'],
  ['budget', 'baH.d͡ʒitL'],
  ['police station', 'paL.lisH steːH.ʃanL'],
  ['football', 'futH.bolH'],
  ['computer', 'kamL.pjuːH.taL'],
])('English %j inside Hausa has Hausa sounds and tones: %j', async (written, spoken) => {
  expect(await soundsOf(written)).toBe(spoken)
})

test('all spellings of a letter sound the same', async () => {
  const spellings = ['ƙofa', 'Ƙofa', "k'ofa", 'k’ofa', 'kʼofa', 'k\u0323ofa', 'k\u0331ofa', 'ƘOFA']
  const sounds = await Promise.all(spellings.map(soundsOf))
  expect(new Set(sounds)).toEqual(new Set(['kʼoːH.faːL']))
})

test('tone marks may come in any order and composition', async () => {
  const spellings = ['ga\u0304\u0300', 'ga\u0300\u0304', 'gā\u0300', 'gàa', 'gàː']
  const sounds = await Promise.all(spellings.map(soundsOf))
  expect(new Set(sounds)).toEqual(new Set(['ɡaːL']))
})

test('a phrase break follows commas, semicolons, colons and dashes', async () => {
  const { words } = await sentenceOf('Nama, kifi; madara: gishiri — da ruwa yanzu.')
  expect(words.filter((word) => word.breakAfter).map(({ text }) => text)).toEqual([
    ...['nama', 'kifi', 'madara', 'gishiri', 'yanzu'],
  ])
})

test('words are handed on in small letters with their marks and hooks', async () => {
  const { words } = await sentenceOf("Ƙasar 'YAN Ɗan’uwa kàsuwā")
  expect(words.map(({ text }) => text)).toEqual(['ƙasar', "'yan", "ɗan'uwa", 'kàsuwā'])
  expect(words.every(({ language }) => language === 'ha')).toBe(true)
})

test('every syllable has a tone and a vowel, also in English words and names of letters', async () => {
  const { words } = await sentenceOf('The Minister of Works ya ziyarci N N P C a street ɗin Ikoyi')
  for (const { syllables } of words) {
    expect(syllables.length).toBeGreaterThan(0)
    for (const { tone, stress, phones } of syllables) {
      expect(['H', 'L', 'HL']).toContain(tone)
      expect(stress).toBe(0)
      expect(phones.filter(({ ipa }) => /^[aeiou]/.test(ipa))).toHaveLength(1)
    }
  }
})

test.each([
  ...[
    "'''",
    "'",
    'zzzz',
    'x',
    'a',
    'ƙ',
    'qqqqqq',
    "o'",
    "'s",
    'constructor',
    '__proto__',
    'aeiouaeiou',
  ],
  ...['a'.repeat(5_000), "ƙ'".repeat(500), 'ኢትዮጵያ', 'سلام', 'Ωμέγα', '\uD800', '\u0000', '—,;', ''],
  ...[`k${'\u0300'.repeat(10_000)}asa`, '\u0323\u0300', 'ŋgɔzi', 'ßtraße', 'Ẹ káàárọ̀', 'XKCDQ'],
  ...['ka'.repeat(10_000), 'bcdfg'.repeat(4_000)],
])('hostile text %j is said or left out, never a failure', async (text) => {
  const { words } = await sentenceOf(text)
  for (const { syllables } of words) {
    expect(syllables.length).toBeGreaterThan(0)
    expect(syllables.every(({ tone }) => tone !== undefined)).toBe(true)
  }
})

test('a lexicon that is not there is named in the error', async () => {
  const missing = openTestHausa('/no/such/folder')
  await expect(missing.soundsOf('sannu')).rejects.toThrow(/ha-[\w-]+\.tsv cannot be read/)
})
