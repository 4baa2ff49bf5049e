import { expect, it, test } from 'vitest'
import { normalise } from '#speech/text/normalise.ts'
import { readIgbo } from './igbo.ts'

type Reading = readonly [written: string, spoken: string]

function reads(written: string, spoken: string): void {
  expect(normalise(written, 'ig')).toBe(spoken)
}

it.each<Reading>([
  ['0', 'efu'],
  ['1', 'otu'],
  ['2', 'abụọ'],
  ['7', 'asaa'],
  ['9', 'itoolu'],
  ['10', 'iri'],
  ['11', 'iri na otu'],
  ['15', 'iri na ise'],
  ['20', 'iri abụọ'],
  ['21', 'iri abụọ na otu'],
  ['42', 'iri anọ na abụọ'],
  ['99', 'iri itoolu na itoolu'],
  ['100', 'otu narị'],
  ['101', 'otu narị na otu'],
  ['115', 'otu narị na iri na ise'],
  ['200', 'narị abụọ'],
  ['345', 'narị atọ na iri anọ na ise'],
  ['999', 'narị itoolu na iri itoolu na itoolu'],
  ['1000', 'otu puku'],
  ['1001', 'otu puku na otu'],
  ['1966', 'otu puku na narị itoolu na iri isii na isii'],
  ['2000', 'puku abụọ'],
  ['2024', 'puku abụọ na iri abụọ na anọ'],
  ['2345', 'puku abụọ na narị atọ na iri anọ na ise'],
  ['5000', 'puku ise'],
  ['10000', 'puku iri'],
  ['12345', 'puku iri na abụọ, narị atọ na iri anọ na ise'],
  ['40005', 'puku iri anọ, na ise'],
  ['45000', 'puku iri anọ na ise'],
  ['100000', 'otu narị puku'],
  ['300000', 'narị puku atọ'],
  ['345000', 'puku narị atọ na iri anọ na ise'],
  ['1000000', 'otu nde'],
  ['2500000', 'nde abụọ na narị puku ise'],
  ['1000000000', 'otu ijeri'],
  ['2000000000', 'ijeri abụọ'],
  ['1000000000000', 'otu puku ijeri'],
  ['3.5', 'atọ ntụpọ ise'],
  ['0.05', 'efu ntụpọ efu ise'],
  ['1,234.5', 'otu puku na narị abụọ na iri atọ na anọ ntụpọ ise'],
  ['007', 'efu efu asaa'],
  ['1,000', 'otu puku'],
])('numbers: %j is read %j', reads)

it.each<Reading>([
  ['nke 1', 'nke mbụ'],
  ['nke 2', 'nke abụọ'],
  ['nke 10', 'nke iri'],
  ['1st', 'nke mbụ'],
  ['3rd', 'nke atọ'],
  ['10-15 mmadụ', 'iri ruo iri na ise mmadụ'],
  ['2019-2023', 'puku abụọ na iri na itoolu ruo puku abụọ na iri abụọ na atọ'],
  ['3-1', 'atọ na otu'],
  ['1/2', 'ọkara'],
  ['3/4', "ụzọ atọ n'ime anọ"],
  ['1/4', "otu ụzọ n'ime anọ"],
  ['-5', 'mwepụ ise'],
  ['U20', 'U iri abụọ'],
])('ordinals and ranges: %j is read %j', reads)

it.each<Reading>([
  [
    "n'ụbọchị 5 nke ọnwa Mee n'afọ 2024",
    "n'ụbọchị ise nke ọnwa Mee n'afọ puku abụọ na iri abụọ na anọ",
  ],
  ['5/6/2023', "ụbọchị ise nke ọnwa Juun n'afọ puku abụọ na iri abụọ na atọ"],
  ['2023-06-05', "ụbọchị ise nke ọnwa Juun n'afọ puku abụọ na iri abụọ na atọ"],
  [
    '16 nke Febrụwarị 2019',
    "ụbọchị iri na isii nke ọnwa Febụwarị n'afọ puku abụọ na iri na itoolu",
  ],
  ['May 5, 2020', "ụbọchị ise nke ọnwa Mee n'afọ puku abụọ na iri abụọ"],
  ["n'ọnwa Disemba 2021", "n'ọnwa Disemba n'afọ puku abụọ na iri abụọ na otu"],
  ['1 Jenụwarị', 'ụbọchị mbụ nke ọnwa Jenụwarị'],
  ["n'abalị iri na anọ n'ọnwa Nọvemba", "n'abalị iri na anọ n'ọnwa Nọvemba"],
  ['5 Ọktoba 1960', "ụbọchị ise nke ọnwa Ọktoba n'afọ otu puku na narị itoolu na iri isii"],
  ['13/25/2020', 'iri na atọ iri abụọ na ise puku abụọ na iri abụọ'],
])('dates: %j is read %j', reads)

it.each<Reading>([
  ['elekere 7:30 nke ụtụtụ', 'elekere asaa na ọkara nke ụtụtụ'],
  ["n'elekere 11:30", "n'elekere iri na otu na ọkara"],
  ['19:05', 'elekere asaa na nkeji ise nke mgbede'],
  ['7pm', 'elekere asaa nke mgbede'],
  ['10am', 'elekere iri nke ụtụtụ'],
  ['3:15 p.m.', 'elekere atọ na nkeji iri na ise nke ehihie'],
  ['00:00', 'elekere iri na abụọ nke abalị'],
  ['12:45', 'elekere iri na abụọ na nkeji iri anọ na ise'],
  ['10am-2pm', 'elekere iri nke ụtụtụ ruo elekere abụọ nke ehihie'],
  ['elekere 7', 'elekere asaa'],
])('times: %j is read %j', reads)

it.each<Reading>([
  ['₦5,000', 'naịra puku ise'],
  ['₦1', 'otu naịra'],
  ['N19,800', 'naịra puku iri na itoolu, narị asatọ'],
  ['$3.50', 'dọla atọ na sentị iri ise'],
  ['£20', 'paụnd iri abụọ'],
  ['€1.2m', 'nde yuro otu ntụpọ abụọ'],
  ['nde N50', 'nde naịra iri ise'],
  ['N1.2bn', 'ijeri naịra otu ntụpọ abụọ'],
  ['ijeri N4', 'ijeri naịra anọ'],
  ['₦0.50', 'kobo iri ise'],
  ['₦500-₦700', 'naịra narị ise ruo narị asaa'],
  ['NGN 2000', 'naịra puku abụọ'],
  ['200₦', 'naịra narị abụọ'],
])('money: %j is read %j', reads)

it.each<Reading>([
  ['50%', 'pasentị iri ise'],
  ['pasentị 60', 'pasentị iri isii'],
  ['14.97%', 'pasentị iri na anọ ntụpọ itoolu asaa'],
  ['10-20%', 'pasentị iri ruo iri abụọ'],
  ['5km', 'kilomita ise'],
  ['1 km', 'otu kilomita'],
  ['2 kg', 'kilogram abụọ'],
  ['30°C', 'digrii selsiọs iri atọ'],
  ['80 km/h', "kilomita iri asatọ n'otu awa"],
  ['250ml', 'mililita narị abụọ na iri ise'],
  ['4GB', 'gigabaịtị anọ'],
  ['100 m²', 'mita skwịa otu narị'],
])('units: %j is read %j', reads)

it.each<Reading>([
  ['0803 123 4567', 'efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa'],
  ['08031234567', 'efu asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa'],
  ['+234 803 123 4567', 'mgbakwunye abụọ atọ anọ, asatọ efu atọ, otu abụọ atọ, anọ ise isii asaa'],
  ['2.4.1', 'abụọ ntụpọ anọ ntụpọ otu'],
  [
    '12345678901234567890',
    'otu abụọ atọ anọ, ise isii asaa asatọ, itoolu efu otu abụọ, atọ anọ ise isii, asaa asatọ itoolu efu',
  ],
])('phones and codes: %j is read %j', reads)

it.each<Reading>([
  ['Dkt. Okeke bịara.', 'Dọkịta Okeke bịara.'],
  ['Maz. Obi na Oriak. Obi', 'Maazị Obi na Oriakụ Obi'],
  ['Prọf. Eze', 'Prọfesọ Eze'],
  ['azụ, anụ, ji wdg.', 'azụ, anụ, ji na ndị ọzọ.'],
  ['Gov. Obiano kwuru ya.', 'Gọvanọ Obiano kwuru ya.'],
  ['Mr Ade', 'Maazị Ade'],
  ['Nọ. 5', 'nọmba ise'],
])('abbreviations: %j is read %j', reads)

it.each<Reading>([
  ['APC na PDP', 'A P C na P D P'],
  ['UNESCO', 'Unesco'],
  ['A. B. Okafọ', 'A B Okafọ'],
  ['U.S.A. dị anya', 'U S A dị anya'],
  ['Ọ bịara.', 'ọ bịara.'],
  ['O kwuru na A ga-abịa.', 'o kwuru na a ga abịa.'],
  ['NDỊ IGBO KWENU!', 'ndị igbo kwenu!'],
  ['COVID-19', 'Covid iri na itoolu'],
])('capitals: %j is read %j', reads)

it.each<Reading>([
  ['öke ülö ïhe', 'ọke ụlọ ịhe'],
  ['u̱lo̱ i̱he', 'ụlọ ịhe'],
  ['ụ̣lọ', 'ụlọ'],
  ['ọ́kụ̀', 'ọ́kụ̀'],
  ['ñụ ŋụ n̄ụ n\u0308ụ', 'ṅụ ṅụ ṅụ ṅụ'],
  ['o\u0320ku\u0320 o\u0329ku\u0331', 'ọkụ ọkụ'],
  ['ɔkʊ', 'ọkụ'],
  ['ẹ ṣ', 'e sh'],
])('letters: %j is read %j', reads)

it.each<Reading>([
  ["n' ụlọ", "n'ụlọ"],
  ['n’ụlọ', "n'ụlọ"],
  ["N'IHI ya", "N'ihi ya"],
  ['na-eme ihe', 'na eme ihe'],
  ['O kwuru: "Anyị anọrọla n\' ụlọ ikpe."', "o kwuru: Anyị anọrọla n'ụlọ ikpe."],
  ['nne & nna', 'nne na nna'],
  ['nwoke/nwaanyị', 'nwoke maọbụ nwaanyị'],
  ["'aka' ya", 'aka ya'],
  ['Gịnị?! Ee...', 'Gịnị? Ee.'],
  ['(ihe) ọzọ', 'ihe, ọzọ'],
  ['info@igbo.org', 'info at igbo dot org'],
])('elision and signs: %j is read %j', reads)

it.each<Reading>([
  ['7', 'asaa'],
  ['20', 'ọgụ'],
  ['30', 'ọgụ na iri'],
  ['40', 'ọgụ abụọ'],
  ['100', 'ọgụ ise'],
  ['400', 'nnụ'],
  ['421', 'nnụ na ọgụ na otu'],
  ['8000', 'nnụ ọgụ'],
  ['160000', 'nnụ nnụ'],
  ['₦50', 'naịra ọgụ abụọ na iri'],
])('the older counting goes by twenties and four hundreds: %j is read %j', (written, spoken) => {
  expect(readIgbo(written, { numbers: 'traditional' })).toBe(spoken)
})

it.each<Reading>([
  ['21', 'twenty one'],
  ['nke 2', 'nke two'],
  ['3.5', 'three point five'],
  ['₦5,000', 'naịra five thousand'],
])('figures can be said in English: %j is read %j', (written, spoken) => {
  expect(readIgbo(written, { numbers: 'english' })).toBe(spoken)
})

test('a number of four hundred digits is read digit by digit', () => {
  expect(normalise('9'.repeat(400), 'ig').match(/itoolu/g)).toHaveLength(400)
})

test('ten thousand tone marks on one letter are one', () => {
  expect(normalise(`o${'\u0301'.repeat(10_000)}kwu`, 'ig')).toBe('ó kwu')
})

test('text in another script is left out', () => {
  expect(normalise('Привет ọ bịara', 'ig')).toBe('ọ bịara')
  expect(normalise('ሰላም', 'ig')).toBe('')
})
