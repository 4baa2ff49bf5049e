import { describe } from 'vitest'
import { itReads } from './reads.test-support.ts'

describe('whole numbers', () => {
  itReads('en', [
    ['0', 'zero'],
    ['7 eggs', 'seven eggs'],
    ['13 goats', 'thirteen goats'],
    ['21', 'twenty one'],
    ['100 days', 'one hundred days'],
    ['105 buses', 'one hundred and five buses'],
    ['1,005 votes', 'one thousand and five votes'],
    ['1,234,567', 'one million two hundred and thirty four thousand five hundred and sixty seven'],
    ['1234567', 'one million two hundred and thirty four thousand five hundred and sixty seven'],
    ['12,000,000 voters', 'twelve million voters'],
    ['2,000,000,000', 'two billion'],
    [
      '999,999,999,999',
      'nine hundred and ninety nine billion nine hundred and ninety nine million nine hundred and ninety nine thousand nine hundred and ninety nine',
    ],
    ['1000000000000000', 'one quadrillion'],
    ['1,00,000 rupees', 'one hundred thousand rupees'],
    ['1 000 000 trees', 'one million trees'],
    ['10 000 steps', 'ten thousand steps'],
    ['1.000.000 trees', 'one million trees'],
    ['007', 'zero zero seven'],
    ['He scored 3 goals in 5 games.', 'He scored three goals in five games.'],
    ['50+ guests', 'fifty plus guests'],
    ['an 18+ film', 'an eighteen plus film'],
    [
      '12345678901234567890',
      'one two three four, five six seven eight, nine zero one two, three four five six, seven eight nine zero',
    ],
  ])
})

describe('decimals and negative numbers', () => {
  itReads('en', [
    ['3.14', 'three point one four'],
    ['0.5', 'zero point five'],
    ['.5 of it', 'point five of it'],
    ['2.50', 'two point five zero'],
    ['1,234.5', 'one thousand two hundred and thirty four point five'],
    ['-5', 'minus five'],
    ['It was −12 outside.', 'It was minus twelve outside.'],
    ['He has 3.', 'He has three.'],
    ['between -5 and 5', 'between minus five and five'],
  ])
})

describe('ordinals', () => {
  itReads('en', [
    ['1st', 'first'],
    ['22nd', 'twenty second'],
    ['the 3rd floor', 'the third floor'],
    ['the 12th man', 'the twelfth man'],
    ['her 40th birthday', 'her fortieth birthday'],
    ['the 100th day', 'the one hundredth day'],
    ['the 1,000th visitor', 'the one thousandth visitor'],
    ['the 21ST century', 'the twenty first century'],
    ['the 19ᵗʰ century', 'the nineteenth century'],
    ['5th Ave.', 'fifth Avenue.'],
  ])
})

describe('ranges and results', () => {
  itReads('en', [
    ['10-15 people', 'ten to fifteen people'],
    ['10–15 people', 'ten to fifteen people'],
    ['5 - 10 years', 'five to ten years'],
    ['pp. 5–10', 'pages five to ten'],
    ['1,000-2,000 seats', 'one thousand to two thousand seats'],
    ['2019–2023', 'twenty nineteen to twenty twenty three'],
    ['1914-18', 'nineteen fourteen to eighteen'],
    ['Arsenal won 3-1.', 'Arsenal won three one.'],
    ['They lost 1-3 at home.', 'They lost one three at home.'],
    ['a 2-2 draw', 'a two two draw'],
    ['It ended 0-0.', 'It ended nil nil.'],
    ['Nigeria 2-0 Ghana', 'Nigeria two nil Ghana'],
    ['She won 6-4, 6-3.', 'She won six four, six three.'],
    ['a 4-3-3 formation', 'a four three three formation'],
    ['a 50-50 chance', 'a fifty fifty chance'],
    ['open 24/7', 'open twenty four seven'],
    ['after 9/11', 'after nine eleven'],
    ['a ratio of 3:1', 'a ratio of three to one'],
    ['a 16:9 screen', 'a sixteen to nine screen'],
    ['2-3 times', 'two to three times'],
  ])
})

describe('fractions', () => {
  itReads('en', [
    ['1/2', 'one half'],
    ['½', 'one half'],
    ['½ cup of rice', 'half a cup of rice'],
    ['1/2 the price', 'half the price'],
    ['3¾', 'three and three quarters'],
    ['2½ hours', 'two and a half hours'],
    ['1 1/2 cups', 'one and a half cups'],
    ['2/3 of voters', 'two thirds of voters'],
    ['3/4 of them', 'three quarters of them'],
    ['1/4 of a mile', 'one quarter of a mile'],
    ['5/8', 'five eighths'],
    ['I give it 8/10.', 'I give it eight out of ten.'],
    ['22/7', 'twenty two over seven'],
    ['9 in 10', 'nine in ten'],
  ])
})

describe('versions, codes and numbered things', () => {
  itReads('en', [
    ['v2.4.1', 'version two point four point one'],
    ['Version 3.0.2', 'Version three point zero point two'],
    ['version 2.4', 'version two point four'],
    ['192.168.1.10', 'one nine two dot one six eight dot one dot one zero'],
    ['No. 5', 'number five'],
    ['Nos. 4 and 5', 'numbers four and five'],
    ['№ 7', 'number seven'],
    ['#1 fan', 'number one fan'],
    ['A1', 'A one'],
    ['B2B', 'B two B'],
    ['Form 3B', 'Form three B'],
    ['Section 4(b)', 'Section four B'],
    ['Section 12(3)', 'Section twelve three'],
    ['Section 4(b)(ii)', 'Section four B two'],
    ['Room 101', 'Room one oh one'],
    ['Flight BA2490', 'Flight B A two four nine zero'],
    ['an A320 and a Boeing 737', 'an A three twenty and a Boeing seven three seven'],
    ['MP3', 'M P three'],
    ['an mp3 file', 'an M P three file'],
    ['COVID-19', 'Covid nineteen'],
    ['a 4G phone', 'a four G phone'],
    ['G20 leaders', 'G twenty leaders'],
    ['an F-16 jet', 'an F sixteen jet'],
    ['H2O and CO2', 'H two O and C O two'],
    ['JSS2 and SS3', 'J S S two and S S three'],
    ['12B Allen Avenue', 'twelve B Allen Avenue'],
    ['PIN 0042', 'Pin zero zero four two'],
    ['Your OTP is 482913.', 'Your O T P is four eight two nine one three.'],
    ['P.O. Box 1234', 'P O Box one two three four'],
    ['a 5x7 photo', 'a five by seven photo'],
    ['5 × 7 = 35', 'five times seven equals thirty five'],
    ['10x faster', 'ten times faster'],
    ['a 5-year-old boy', 'a five year old boy'],
    ['a 3-bedroom flat', 'a three bedroom flat'],
    [
      '4444 5555 6666 7777',
      'four four four four, five five five five, six six six six, seven seven seven seven',
    ],
    ['N95 mask', 'N ninety five mask'],
    ['Order #4521', 'Order number four five two one'],
    [
      'ISBN 978-3-16-148410-0',
      'I S B N nine seven eight, three, one six, one four eight four one zero, zero',
    ],
    ['Section 36(6)(b)', 'Section thirty six six B'],
    ['a 1080p screen', 'a ten eighty P screen'],
    ['the 4x100m relay', 'the four by one hundred metre relay'],
  ])
})

describe('telephone numbers', () => {
  itReads('en', [
    ['0803 123 4567', 'zero eight zero three, one two three, four five six seven'],
    ['08031234567', 'zero eight zero three, one two three, four five six seven'],
    ['0803-123-4567', 'zero eight zero three, one two three, four five six seven'],
    [
      'Call +234 803 123 4567 now.',
      'Call plus two three four, eight zero three, one two three, four five six seven now.',
    ],
    ['+2348031234567', 'plus two three four, eight zero three, one two three, four five six seven'],
    [
      '+234-803-123-4567',
      'plus two three four, eight zero three, one two three, four five six seven',
    ],
    ['+44 20 7946 0958', 'plus four four, two zero, seven nine four six, zero nine five eight'],
    ['+1 (555) 123-4567', 'plus one, five five five, one two three, four five six seven'],
    ['+15551234567', 'plus one, five five five, one two three, four five six seven'],
    ['(01) 234 5678', 'zero one, two three four, five six seven eight'],
    ['Dial 112.', 'Dial one one two.'],
    ['Dial *901#', 'Dial star nine zero one hash'],
    ['Dial *737*1#.', 'Dial star seven three seven, star one hash.'],
    [
      'Call 0803 123 4567 or 0805 765 4321.',
      'Call zero eight zero three, one two three, four five six seven or zero eight zero five, seven six five, four three two one.',
    ],
    ['They call 200 people daily.', 'They call two hundred people daily.'],
  ])
})
