import { fileURLToPath } from 'node:url'
import { expect, it, test } from 'vitest'
import { createPhonemizer } from '#speech/phonemes/phonemize.ts'
import {
  letterByLetter,
  openToneTest,
  type ToneCase,
} from '#speech/phonemes/phonemizer.test-support.ts'

const LEXICONS = fileURLToPath(new URL('../../../../../resources/lexicons', import.meta.url))
const phonemizer = createPhonemizer('ig', letterByLetter, LEXICONS)

const { wordsOf, says } = openToneTest(phonemizer)

it.each<ToneCase>([
  ['a', 'a', 'H'],
  ['e', 'e', 'H'],
  ['i', 'i', 'H'],
  ['ị', 'ɪ', 'H'],
  ['o', 'o', 'H'],
  ['ọ', 'ɔ', 'H'],
  ['u', 'u', 'H'],
  ['ụ', 'ʊ', 'H'],
  ['akpa', 'a.k͡pa', 'LL'],
  ['egbe', 'e.ɡ͡be', 'HH'],
  ['gwa', 'ɡʷa', 'H'],
  ['kwa', 'kʷa', 'H'],
  ['nwa', 'ŋʷa', 'H'],
  ['nye', 'ɲe', 'H'],
  ['chi', 't͡ʃi', 'H'],
  ['agha', 'a.ɣa', 'LH'],
  ['shọ', 'ʃɔ', 'H'],
  ['ṅụ', 'ŋʊ', 'H'],
  ['ji', 'd͡ʒi', 'H'],
  ['ara', 'a.ɹa', 'LH'],
  ['aha', 'a.ha', 'HL'],
  ['mba', 'm̩.ba', 'HH'],
  ['nta', 'n̩.ta', 'HH'],
  ['nkata', 'ŋ̩.ka.ta', 'HLH'],
  ['ngwa', 'ŋ̩.ɡʷa', 'HH'],
  ['mgbe', 'm̩.ɡ͡be', 'HL'],
  ['nne', 'n̩.ne', 'HH'],
  ['mmiri', 'm̩.mi.ɹi', 'HHH'],
  ['nnyocha', 'n̩.ɲo.t͡ʃa', 'LLL'],
  ['ńdị̀', 'n̩.dɪ', 'HL'],
])('letters and digraphs: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['àkwà', 'a.kʷa', 'LL'],
  ['ákwá', 'a.kʷa', 'HH'],
  ['àkwá', 'a.kʷa', 'LH'],
  ['ákwà', 'a.kʷa', 'HL'],
  ['ọ̀kụ̀', 'ɔ.kʊ', 'LL'],
  ['ọ̀kụ́', 'ɔ.kʊ', 'LH'],
  ['ọkụ', 'ɔ.kʊ', 'HH'],
  ['ọ́ bụ̀', 'ɔ bʊ', 'H L'],
])('tone marks in the text: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['mmadụ', 'm̩.ma.dʊ', 'HHL'],
  ['nwoke', 'ŋʷo.ke', 'HM'],
  ['nwaanyị', 'ŋʷa.a.ɲɪ', 'HLL'],
  ['ụmụaka', 'ʊ.mʊ.a.ka', 'HMMM'],
  ['Chineke', 't͡ʃi.ne.ke', 'HHM'],
  ['chukwu', 't͡ʃu.kʷu', 'HH'],
  ['Igbo', 'i.ɡ͡bo', 'LL'],
  ['Naịjirịa', 'na.ɪ.d͡ʒi.ɹɪ.a', 'LHLLL'],
  ['obodo', 'o.bo.do', 'LLL'],
  ['ụlọ', 'ʊ.lɔ', 'HL'],
  ['ulo', 'u.lo', 'HL'],
  ['ụwa', 'ʊ.wa', 'LL'],
  ['ala', 'a.la', 'LL'],
  ['ihe', 'i.he', 'HH'],
  ['ego', 'e.ɡo', 'HH'],
  ['eze', 'e.ze', 'HL'],
  ['nna', 'n̩.na', 'HL'],
  ['ọrụ', 'ɔ.ɹʊ', 'HH'],
  ['ọma', 'ɔ.ma', 'HM'],
  ['ọjọọ', 'ɔ.d͡ʒɔ.ɔ', 'HHM'],
  ['ahụ', 'a.hʊ', 'HL'],
])('tones of the lexicons: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['bịara', 'bɪ.a.ɹa', 'LLL'],
  ['gara', 'ɡa.ɹa', 'LL'],
  ['mere', 'me.ɹe', 'LL'],
  ['kwuru', 'kʷu.ɹu', 'LL'],
  ['nwere', 'ŋʷe.ɹe', 'LL'],
  ['hụrụ', 'hʊ.ɹʊ', 'LL'],
  ['zara', 'za.ɹa', 'LL'],
  ['ịga', 'ɪ.ɡa', 'HM'],
  ['ịbịa', 'ɪ.bɪ.a', 'HMM'],
  ['ịda', 'ɪ.da', 'HL'],
  ['ime', 'i.me', 'HM'],
  ['ịhụ', 'ɪ.hʊ', 'HM'],
  ['ha na eme', 'ha na e.me', 'H L LH'],
  ['ọ ga abịa', 'ɔ ɡa a.bɪ.a', 'H L LHH'],
  ['ọ na eri', 'ɔ na e.ɹi', 'H L LH'],
  ['ha ga aga', 'ha ɡa a.ɡa', 'H L LH'],
  ['anyị na ahụ', 'a.ɲɪ na a.hʊ', 'LH L LH'],
  ['abịaghị', 'a.bɪ.a.ɣɪ', 'LHHH'],
  ['adịghị', 'a.dɪ.ɣɪ', 'LLH'],
  ['enweghị', 'e.ŋʷe.ɣɪ', 'LHH'],
  ['eriela', 'e.ɹi.e.la', 'LHHH'],
  ['bịakwa', 'bɪ.a.kʷa', 'HHH'],
  ['gwala', 'ɡʷa.la', 'HH'],
  ['nyefere', 'ɲe.fe.ɹe', 'LLL'],
])('forms of verbs: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['ụlọakwụkwọ', 'ʊ.lɔ.a.kʷʊ.kʷɔ', 'HLHHH'],
  ['ụlọọgwụ', 'ʊ.lɔ.ɔ.ɡʷʊ', 'HLHL'],
  ['onyeisi', 'o.ɲe.i.si', 'HHHH'],
  ["n'ụlọ", 'nʊ.lɔ', 'HL'],
  ["n'aka", 'na.ka', 'HH'],
  ["n'ime", 'ni.me', 'HM'],
])('compounds and elision: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['ọ bịara.', 'ɔ bɪ.a.ɹa', 'H LLL'],
  ['ọ bịara?', 'ɔ bɪ.a.ɹa', 'L LLL'],
  ['Gịnị ka ọ mere?', 'ɡɪ.nɪ ka ɔ me.ɹe', 'HH H H LL'],
  ['i nwere ego?', 'i ŋʷe.ɹe e.ɡo', 'L LL HH'],
  ['ihe agha', 'i.he a.ɣa', 'HH LH'],
  ['afọ ime', 'a.fɔ i.me', 'HH HM'],
  ['ụlọ a', 'ʊ.lɔ a', 'HL L'],
  ['ndị a', 'n̩.dɪ a', 'HL L'],
  ['nwoke ahụ', 'ŋʷo.ke a.hʊ', 'HM ML'],
])('phrases: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['otu', 'o.tu', 'HH'],
  ['abụọ', 'a.bʊ.ɔ', 'HML'],
  ['atọ', 'a.tɔ', 'HM'],
  ['iri na ise', 'i.ɹi na i.se', 'HH L HM'],
  ['puku abụọ', 'pu.ku a.bʊ.ɔ', 'HL HML'],
])('numbers: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['police', 'pɔ.lis', 'LH'],
  ['Twitter', 'twi.ta', 'HL'],
  ['Federal', 'fe.da.ɹal', 'HLL'],
  ['school', 'skul', 'H'],
  ['time', 'ti.me', 'HH'],
  ['A P C', 'e pi si', 'H H H'],
  ['I neck', 'a.i nek', 'HL H'],
])('English and letters: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['okonkwo', 'o.ko.ŋ̩.kʷo', 'HHHH'],
  ['chidinma', 't͡ʃi.di.n̩.ma', 'HHHH'],
  ['bọọlụ', 'bɔ.ɔ.lʊ', 'HLL'],
  ['Ọgọst', 'ɔ.ɡɔst', 'HL'],
  ['sọpọtụ', 'sɔ.pɔ.tʊ', 'LLL'],
  ['gbakwụnyere', 'ɡ͡ba.kʷʊ.ɲe.ɹe', 'LLLL'],
  ['kpaacharụ', 'k͡pa.a.t͡ʃa.ɹʊ', 'HHHH'],
  ['nkwekọrịta', 'ŋ̩.kʷe.kɔ.ɹɪ.ta', 'HHHHL'],
  ['dọ́là', 'dɔ.la', 'HL'],
  ['ọ̄', 'ɔ', 'M'],
  ['ǹdị̂', 'n̩.dɪ', 'L-HL'],
])('names, loans and unknown words: %j is said %j with the tones %s', says)

it.each([
  ['ten thousand tone marks on a letter', `ọ${'\u0301'.repeat(10_000)}`],
  ['a letter twenty thousand times', 'u'.repeat(20_000)],
  ['a word of unknown capitals', 'XQZTR'],
  ['nasals without a vowel', 'm'.repeat(200)],
  ['broken combining marks', '\u0323\u0301 a\u0323'],
])('%s are read in syllables that each have phones and a tone', async (_, text) => {
  const syllables = (await wordsOf(text)).flatMap((word) => word.syllables)
  expect(syllables.length).toBeGreaterThan(0)
  expect(syllables.filter(({ phones, tone }) => !tone || phones.length === 0)).toEqual([])
  expect(syllables.flatMap(({ phones }) => phones).filter(({ ipa }) => ipa === '')).toEqual([])
})

test('a sentence without a Latin letter has no words', async () => {
  expect(await wordsOf('ሰላም 你好')).toEqual([])
})

test('the word keeps its marks and its language', async () => {
  const [word] = await wordsOf('Ọ̀kụ́,')
  expect(word).toMatchObject({ text: 'ọ̀kụ́', language: 'ig', breakAfter: true })
})
