import { expect, it, test } from 'vitest'
import { normalise } from '#speech/text/normalise.ts'

type Reading = readonly [written: string, spoken: string]

function reads(written: string, spoken: string): void {
  expect(normalise(written, 'pcm')).toBe(spoken)
}

it.each<Reading>([
  ['E don collect ₦5,000 from di man o.', 'e don collect five thousand naira from di man o.'],
  ['Dem pay $20 for am.', 'Dem pay twenty dollar for am.'],
  ['€3.50', 'three euro and fifty cent'],
  ['£1', 'one pound'],
  ['N1.2bn', 'one point two billion naira'],
  ['₦250 million', 'two hundred and fifty million naira'],
  ['86% of di people', 'eighty six per cent of di people'],
  ['50 per cent', 'fifty per cent'],
  ['5kg rice', 'five kilogram rice'],
  ['10 km', 'ten kilometre'],
  ['30°C', 'thirty degree Celsius'],
  ['2 hrs', 'two hour'],
  ['500 MB', 'five hundred megabyte'],
  ['2 hours don pass', 'two hours don pass'],
  ['di price na $5-$10', 'di price na five to ten dollar'],
  ['60 km/h', 'sixty kilometre per hour'],
  ['1 naira', 'one naira'],
])('counts, money and measures in English words without plurals: %j is read %j', reads)

it.each<Reading>([
  ['2,500 people', 'two thousand five hundred people'],
  ['1st', 'first'],
  ['2nd time', 'second time'],
  ['number 1', 'number one'],
  ['3.14', 'three point one four'],
  ['1/2', 'one half'],
  ['0', 'zero'],
  ['100', 'one hundred'],
  ['1,000,000', 'one million'],
  ['10-15', 'ten to fifteen'],
  ['2019-2023', 'twenty nineteen to twenty twenty three'],
  ['3-1', 'three one'],
  ['1990s', 'nineteen nineties'],
  ['5+5', 'five plus five'],
])('numbers: %j is read %j', reads)

it.each<Reading>([
  ['5 May 2024', 'di fifth of May twenty twenty four'],
  ['7:30pm', 'seven thirty P M'],
  ['for 5/6/2023', 'for di fifth of June twenty twenty three'],
  ["4 o'clock", "four o'clock"],
  ['7:00', "seven o'clock"],
  ['19:05', 'nineteen oh five'],
  ['May 5', 'May di fifth'],
  ['Monday 3rd June', 'Monday di third of June'],
  ['2024-06-05', 'di fifth of June twenty twenty four'],
  ['10am-2pm', 'ten A M to two P M'],
  ['for 2019', 'for twenty nineteen'],
])('dates and times: %j is read %j', reads)

it.each<Reading>([
  ['E don come.', 'e don come.'],
  ['Na so e be o.', 'Na so e be o.'],
  ['O boy, come here!', 'o boy, come here!'],
  ['You sabi say E dey house?', 'You sabi say e dey house?'],
  ['u no sabi', 'you no sabi'],
  ['rice n beans', 'rice and beans'],
  ['how u dey o', 'how you dey o'],
  ['A dey go.', 'a dey go.'],
  ['A no sabi am.', 'a no sabi am.'],
  ['I dey come o!', 'I dey come o!'],
  ['e easy o?', 'e easy o?'],
  ['d man come', 'di man come'],
  ['Vitamin E dey good.', 'Vitamin E dey good.'],
  ['Plan B no work.', 'Plan B no work.'],
  ['Vitamin A', 'Vitamin A'],
  ['Na E be dis', 'Na e be dis'],
])('pronouns and particles of one letter: %j is read %j', reads)

it.each<Reading>([
  ['wetin dey happun?', 'wetin dey happun?'],
  ['Una don chop?', 'Una don chop?'],
  ['abeg make we go', 'abeg make we go'],
  ['Dem no sabi di palava', 'Dem no sabi di palava'],
  ['Wahala be like bicycle', 'Wahala be like bicycle'],
  ['im say na lie', 'im say na lie'],
  ['no be so', 'no be so'],
  ['dis na di koko', 'dis na di koko'],
  ['Oga comot for house', 'Oga comot for house'],
  ['pikin dey waka', 'pikin dey waka'],
  ['na im be dat', 'na im be dat'],
])('Pidgin words stay as they are written: %j is read %j', reads)

it.each<Reading>([
  ['INEC say dem don finish', 'I neck say dem don finish'],
  ['APC and PDP', 'A P C and P D P'],
  ['Dr. Ade', 'Doctor Ade'],
  ['Prof. Soyinka', 'Professor Soyinka'],
  ['NEPA don take light', 'Nepa don take light'],
  ['BBC News Pidgin', 'B B C News Pidgin'],
  ['EFCC', 'E F C C'],
  ['COVID-19', 'Covid nineteen'],
  ['Gov. Wike', 'Governor Wike'],
  ['Elizabeth II', 'Elizabeth di second'],
  ['www.bbc.com/pidgin', 'B B C dot com slash pidgin'],
  ['Mr & Mrs Obi', 'Mister and Missus Obi'],
  ['etc.', 'et cetera.'],
])('names, acronyms and abbreviations: %j is read %j', reads)

it.each<Reading>([
  ['Call 0803 123 4567', 'Call zero eight zero three, one two three, four five six seven'],
  [
    '+234 803 123 4567',
    'plus two three four, eight zero three, one two three, four five six seven',
  ],
  ['the 3rd man', 'the third man'],
  ['di first man', 'di first man'],
  ['"Wetin?" she ask.', 'Wetin? she ask.'],
  ['Ẹ don cọme', 'e don come'],
  ['tẹ́ni', 'teni'],
  ['(no be lie)', 'no be lie'],
  ['wait... wetin?!', 'wait — wetin?'],
])('phones and signs: %j is read %j', reads)

test('a number of four hundred digits is read digit by digit', () => {
  expect(normalise('9'.repeat(400), 'pcm').match(/nine/g)).toHaveLength(400)
})

test('ten thousand tone marks on one letter are left out', () => {
  expect(normalise(`o${'\u0301'.repeat(10_000)}`, 'pcm')).toBe('o')
})

test('text in another script is left out', () => {
  expect(normalise('Привет e don do', 'pcm')).toBe('e don do')
  expect(normalise('ሰላም', 'pcm')).toBe('')
})
