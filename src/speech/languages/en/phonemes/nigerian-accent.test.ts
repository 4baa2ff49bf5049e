import { expect, it, test } from 'vitest'
import { openTestPhonemizer } from '#speech/phonemes/phonemizer.test-support.ts'
import { broadNigerianAccent, standardNigerianAccent } from './nigerian-accent.ts'

const english = openTestPhonemizer()

async function accented(text: string): Promise<string> {
  const { words } = await english.sentenceOf(text)
  return broadNigerianAccent(words)
    .map(({ syllables }) =>
      syllables.map(({ phones }) => phones.map(({ ipa }) => ipa).join('')).join('.'),
    )
    .join(' ')
}

it.each([
  ['face', 'fes'],
  ['goat', 'ɡot'],
  ['go', 'ɡo'],
  ['take', 'tek'],
  ['lot', 'lɔt'],
  ['cloth', 'klɔt'],
  ['father', 'fa.da'],
  ['thought', 'tɔt'],
  ['trap', 'tɹap'],
  ['bath', 'bat'],
  ['strut', 'stɹɔt'],
  ['come', 'kɔm'],
  ['foot', 'fut'],
  ['goose', 'ɡus'],
  ['kit', 'kit'],
  ['fleece', 'flis'],
  ['choice', 'tʃɔɪs'],
  ['price', 'pɹaɪs'],
  ['mouth', 'maʊt'],
  ['near', 'ni.a'],
  ['here', 'hi.a'],
  ['square', 'skwɛ'],
  ['where', 'wɛ'],
  ['force', 'fɔs'],
  ['north', 'nɔt'],
  ['start', 'stat'],
  ['car', 'ka'],
  ['poor', 'pɔ'],
  ['sure', 'ʃɔ'],
  ['pure', 'pjɔ'],
  ['bird', 'bɛd'],
  ['term', 'tɛm'],
  ['learn', 'lɛn'],
  ['work', 'wɔk'],
  ['turn', 'tɔn'],
  ['church', 'tʃɔtʃ'],
  ['teacher', 'ti.tʃa'],
  ['doctor', 'dɔk.tɔ'],
  ['sugar', 'ʃu.ɡa'],
  ['nature', 'ne.tʃɔ'],
  ['labour', 'le.bɔ'],
  ['power', 'paʊ.a'],
  ['fire', 'faɪ.a'],
  ['hour', 'aʊ.a'],
  ['memory', 'mɛ.mɔ.ɹi'],
  ['hurry', 'hɔ.ɹi'],
  ['very', 'vɛ.ɹi'],
  ['think', 'tiŋk'],
  ['mother', 'mɔ.da'],
  ['this', 'dis'],
  ['vision', 'vi.ʃɔn'],
  ['pleasure', 'plɛ.ʃɔ'],
  ['next', 'nɛks'],
  ['asked', 'ask'],
  ['best', 'bɛs'],
  ['hand', 'hand'],
  ['world', 'wɔld'],
  ['kitchen', 'ki.tʃɛn'],
  ['wanted', 'wɔn.tɛd'],
  ['village', 'vi.ledʒ'],
  ['private', 'pɹaɪ.vet'],
  ['music', 'mju.zik'],
  ['captain', 'kap.ten'],
  ['people', 'pi.pul'],
  ['table', 'te.bul'],
  ['bottle', 'bɔ.tul'],
  ['beautiful', 'bju.ti.ful'],
  ['student', 'stju.dɛnt'],
  ['new', 'nju'],
  ['duty', 'dju.ti'],
  ['two', 'tu'],
  ['do', 'du'],
  ['education', 'ɛ.dʒu.ke.ʃɔn'],
  ['university', 'ju.ni.vɛ.si.ti'],
  ['nation', 'ne.ʃɔn'],
  ['special', 'spɛ.ʃal'],
  ['success', 'sɔk.sɛs'],
  ['government', 'ɡɔ.va.mɛnt'],
  ['president', 'pɹɛ.zi.dɛnt'],
  ['Nigeria', 'naɪ.dʒi.ɹi.a'],
  ['Lagos', 'le.ɡɔs'],
  ['naira', 'naɪ.ɹa'],
  ['police', 'pɔ.lis'],
  ['the man of the people', 'di man ɔv di pi.pul'],
  ['what was that', 'wɔt wɔz dat'],
  ['she and her teacher were here', 'ʃi and ha ti.tʃa wɛ hi.a'],
  ['two hundred and five naira', 'tu hɔn.dɹɛd and faɪv naɪ.ɹa'],
])('%j is said %j in Nigeria', async (text, ipa) => {
  expect(await accented(text)).toBe(ipa)
})

test('stress, language, breaks and the text of a word stay as they were', async () => {
  const { words } = await english.sentenceOf('The government, however, is here')
  const said = broadNigerianAccent(words)
  expect(said.map(({ text }) => text)).toEqual(words.map(({ text }) => text))
  expect(said.map(({ breakAfter }) => breakAfter)).toEqual(words.map((word) => word.breakAfter))
  expect(new Set(said.map(({ language }) => language))).toEqual(new Set(['en']))
  expect(said[1]?.syllables.map(({ stress }) => stress)).toEqual([1, 0, 0])
  expect(said.flatMap(({ syllables }) => syllables).every(({ tone }) => tone === undefined)).toBe(
    true,
  )
})

test('every phone is one of English', async () => {
  const { words } = await english.sentenceOf('think of these measures, the fire here and pure oil')
  const phones = broadNigerianAccent(words).flatMap(({ syllables }) =>
    syllables.flatMap((s) => s.phones),
  )
  expect(phones.filter(({ language }) => language !== 'en')).toEqual([])
})

test('no American vowel and no r after a vowel is left', async () => {
  const { words } = await english.sentenceOf(
    'Doctors and teachers at the university were certain that nobody had heard the earlier announcement about cars',
  )
  for (const { phones } of broadNigerianAccent(words).flatMap(({ syllables }) => syllables)) {
    const ipa = phones.map((phone) => phone.ipa)
    expect(ipa.join(' ')).not.toMatch(/[əɚɝæɑʌ]|eɪ|oʊ|(?<!a)ɪ|(?<!a)ʊ|θ|ð|ʒ/)
    expect(
      ipa.slice(1).filter((phone, at) => phone === 'ɹ' && /^[aeiouɛɔ]/.test(ipa[at] ?? '')),
    ).toEqual([])
  }
})

test('words without a vowel, of one letter or that no lexicon knows are said too', async () => {
  expect(await accented('shh x zzyzx')).not.toBe('')
  expect(broadNigerianAccent([])).toEqual([])
  const empty = { text: 'x', language: 'en', syllables: [], breakAfter: false } as const
  expect(broadNigerianAccent([empty])).toEqual([empty])
})

test('a newsreader says the last t and d, and the sound in the middle of "measure"', async () => {
  const said = async (text: string, accent: typeof broadNigerianAccent): Promise<string> => {
    const { words } = await english.sentenceOf(text)
    return accent(words)
      .flatMap(({ syllables }) => syllables.flatMap(({ phones }) => phones.map(({ ipa }) => ipa)))
      .join('')
  }
  for (const [text, standard, broad] of [
    ['asked', 'askt', 'ask'],
    ['vision', 'viʒɔn', 'viʃɔn'],
    ['third', 'tɛd', 'tɛd'],
  ] as const) {
    expect(await said(text, standardNigerianAccent)).toBe(standard)
    expect(await said(text, broadNigerianAccent)).toBe(broad)
  }
})
