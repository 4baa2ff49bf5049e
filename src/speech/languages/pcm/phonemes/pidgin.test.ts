import { fileURLToPath } from 'node:url'
import { expect, it, test } from 'vitest'
import { createPhonemizer } from '#speech/phonemes/phonemize.ts'
import {
  letterByLetter,
  openToneTest,
  type ToneCase,
} from '#speech/phonemes/phonemizer.test-support.ts'

const LEXICONS = fileURLToPath(new URL('../../../../../resources/lexicons', import.meta.url))
const phonemizer = createPhonemizer('pcm', letterByLetter, LEXICONS)

const { wordsOf, says } = openToneTest(phonemizer)

it.each<ToneCase>([
  ['I', 'i', 'L'],
  ['you', 'ju', 'L'],
  ['we', 'wi', 'L'],
  ['una', 'u.na', 'LH'],
  ['unu', 'u.nu', 'LH'],
  ['dem', 'dɛm', 'L'],
  ['im', 'im', 'HL'],
  ['am', 'am', 'L'],
  ['me', 'mi', 'HL'],
  ['na', 'na', 'L'],
  ['no', 'no', 'HL'],
  ['o', 'o', 'L'],
  ['sef', 'sɛf', 'HL'],
  ['sha', 'ʃa', 'HL'],
  ['abi', 'a.bi', 'LH'],
  ['abeg', 'a.bɛɡ', 'LH'],
])('particles and pronouns: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['wetin', 'wɛ.tin', 'HL'],
  ['wettin', 'wɛ.tin', 'HL'],
  ['pikin', 'pi.kin', 'LH'],
  ['pickin', 'pi.kin', 'LH'],
  ['sabi', 'sa.bi', 'LH'],
  ['sabbi', 'sa.bi', 'LH'],
  ['comot', 'kɔ.mɔt', 'LH'],
  ['komot', 'kɔ.mɔt', 'LH'],
  ['chop', 't͡ʃɔp', 'HL'],
  ['waka', 'wa.ka', 'HL'],
  ['wahala', 'wa.ha.la', 'LHL'],
  ['palava', 'pa.la.va', 'LHL'],
  ['oga', 'ɔ.ɡa', 'LH'],
  ['kontri', 'kɔn.tɹi', 'HL'],
  ['country', 'kɔn.tɹi', 'HL'],
  ['pipo', 'pi.pul', 'HL'],
  ['pipol', 'pi.pul', 'HL'],
  ['becos', 'bi.kɔs', 'LH'],
  ['bikos', 'bi.kɔs', 'LH'],
  ['broda', 'bɹɔ.da', 'HL'],
  ['tok', 'tɔk', 'HL'],
  ['dia', 'dɛ', 'HL'],
  ['deir', 'dɛ', 'HL'],
  ['haus', 'haʊs', 'HL'],
  ['moni', 'mɔ.ni', 'HL'],
  ['skul', 'skul', 'HL'],
  ['gofment', 'ɡɔf.mɛnt', 'HL'],
  ['goment', 'ɡɔ.mɛnt', 'HL'],
  ['plenti', 'plɛn.ti', 'HL'],
  ['smol', 'smɔl', 'HL'],
  ['evritin', 'ɛv.ɹi.tin', 'HLL'],
  ['anoda', 'a.nɔ.da', 'LHL'],
  ['ova', 'o.va', 'HL'],
  ['sey', 'se', 'L'],
  ['say', 'se', 'L'],
])('spellings of one word: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['oyinbo', 'o.ji.bo', 'LLH'],
  ['egusi', 'e.ɡu.si', 'LHL'],
  ['okada', 'ɔ.ka.da', 'LLH'],
  ['amala', 'a.ma.la', 'LHL'],
  ['agbero', 'a.ɡ͡be.ɹo', 'LLL'],
  ['ashewo', 'a.ʃɛ.wo', 'LHL'],
  ['ogbonge', 'ɔ.ɡ͡bɔŋ.ɡe', 'LHL'],
  ['kpai', 'k͡paɪ', 'HL'],
  ['gbege', 'ɡ͡bɛ.ɡɛ', 'LH'],
  ['mumu', 'mu.mu', 'LH'],
  ['akara', 'a.ka.ɹa', 'LLL'],
])('words from other languages: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['face', 'fes', 'HL'],
  ['goat', 'ɡot', 'HL'],
  ['government', 'ɡɔv.mɛnt', 'HL'],
  ['nature', 'ne.t͡ʃɔ', 'HL'],
  ['teacher', 'ti.t͡ʃa', 'HL'],
  ['doctor', 'dɔk.ta', 'HL'],
  ['table', 'te.bul', 'HL'],
  ['bottle', 'bɔ.tul', 'HL'],
  ['bird', 'bɛd', 'HL'],
  ['work', 'wɔk', 'HL'],
  ['think', 'tiŋk', 'HL'],
  ['mother', 'ma.da', 'HL'],
  ['hand', 'han', 'HL'],
  ['world', 'wɔl', 'HL'],
  ['next', 'nɛks', 'HL'],
  ['best', 'bɛs', 'HL'],
  ['here', 'hi.a', 'HL'],
  ['power', 'paʊ.a', 'HL'],
  ['poor', 'pɔ', 'HL'],
  ['new', 'nju', 'HL'],
  ['music', 'mju.zik', 'HL'],
  ['wanted', 'wɔn.tɛd', 'HL'],
  ['police', 'po.lis', 'HL'],
  ['university', 'ju.ni.vɛ.si.ti', 'LLHLL'],
  ['election', 'i.lɛk.ʃɔn', 'LHL'],
  ['Lagos', 'le.ɡɔs', 'HL'],
  ['president', 'pɹɛ.si.dɛn', 'HLL'],
  ['people', 'pi.pul', 'HL'],
  ['student', 'stju.dɛnt', 'HL'],
  ['hospital', 'ɔs.pi.tal', 'HLL'],
  ['development', 'di.vɛ.lɔp.mɛnt', 'LHLL'],
])('English words with Nigerian vowels: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['komkom', 'kɔm.kɔm', 'HL'],
  ['bagbele', 'ba.ɡ͡bɛ.lɛ', 'LHL'],
  ['yanfuyanfu', 'jan.fu.jan.fu', 'LLHL'],
  ['gbosa', 'ɡ͡bɔ.sa', 'HL'],
  ['nyamnyam', 'ɲam.ɲam', 'HL'],
  ['tuketuke', 'tu.kɛ.tu.kɛ', 'LLHL'],
  ['zobo', 'zo.bo', 'HL'],
  ['shikini', 'ʃi.ki.ni', 'LHL'],
  ['wayray', 'we.ɹe', 'HL'],
  ['kpekus', 'k͡pɛ.kus', 'HL'],
  ['dodoyo', 'dɔ.dɔ.jɔ', 'LHL'],
])('words that no lexicon has: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['I dey chop.', 'i de t͡ʃɔp', 'L L HL'],
  ['e dey house.', 'e de haʊs', 'L H HL'],
  ['Im dey for market.', 'im de fɔ ma.kɛt', 'H H L HL'],
  ['I go chop.', 'i ɡo t͡ʃɔp', 'L L HL'],
  ['I go market.', 'i ɡo ma.kɛt', 'L H HL'],
  ['We go win.', 'wi ɡo win', 'L L HL'],
  ['Na go e go.', 'na ɡo e ɡo', 'L H L HL'],
  ['Dem dey come', 'dɛm de kɔm', 'L L HL'],
  ['how you dey?', 'haʊ ju de', 'H L HL'],
  ['Wetin you chop?', 'wɛ.tin ju t͡ʃɔp', 'HL L HL'],
  ['You don chop?', 'ju dɔn t͡ʃɔp', 'L H LH'],
  ['I no know, abeg.', 'i no no a.bɛɡ', 'L H HL LH'],
  ['Make we go.', 'mek wi ɡo', 'H L HL'],
  ['Na so e be o.', 'na so e bi o', 'L H L L L'],
  ['e don do', 'e dɔn du', 'L H HL'],
  ['Una don reach?', 'u.na dɔn ɹit͡ʃ', 'LH H LH'],
  ['I sabi book', 'i sa.bi buk', 'L LH HL'],
  ['pikin dey cry, mama no dey', 'pi.kin de kɹaɪ ma.ma no de', 'LH L HL HL H HL'],
])('auxiliaries and phrases: %j is said %j with the tones %s', says)

it.each<ToneCase>([
  ['A P C', 'e pi si', 'H H HL'],
  ['B B C', 'bi bi si', 'H H HL'],
  ['one', 'wan', 'HL'],
  ['twenty', 'twɛn.ti', 'HL'],
  ['hundred', 'hɔn.dɹɛd', 'HL'],
  ['five thousand naira', 'faɪf taʊ.zan naɪ.ɹa', 'H HL HL'],
  ['fifty per cent', 'fif.ti pa sɛn', 'HL H HL'],
  ['Plan B', 'plan bi', 'H HL'],
  ['W H O', 'dɔ.bu.lju et͡ʃ o', 'HLL H HL'],
])('letters and numbers: %j is said %j with the tones %s', says)

it.each([
  ['ten thousand tone marks on a letter', `o${'\u0301'.repeat(10_000)}`],
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

test('a small e is the pronoun, a small o the particle', async () => {
  await says('e don do o', 'e dɔn du o', 'L H H L')
})
