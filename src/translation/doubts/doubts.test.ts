import { describe, expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { doubtsOf, withoutRepeats } from './doubts.ts'
import { figureFindings } from './figures.ts'
import { lengthFindings } from './length.ts'
import { nameFindings } from './names.ts'
import { negationFindings } from './negation.ts'
import { pidginFindings } from './pidgin.ts'
import { repetitionFindings } from './repetition.ts'
import type { Finding, SentencePair } from './sentence-pair.ts'
import { untranslatedFindings } from './untranslated.ts'

/** Languages, a source, a translation, and what is found: "source|text" each. */
type Row = readonly [LanguageCode, LanguageCode, string, string, ...string[]]

function check(
  name: string,
  find: (pair: SentencePair) => readonly Finding[],
  rows: readonly Row[],
): void {
  describe(name, () => {
    for (const [from, to, source, text, ...wanted] of rows)
      test(`${from}-${to}: ${source} → ${text}`, () => {
        const found = find({ from, to, source, text })
        expect(found.map((one) => `${one.source}|${one.text}`)).toEqual(wanted)
      })
  })
}

check('figures', figureFindings, [
  ['en', 'ha', 'Over 30,000 people came.', 'Fiye da mutane 30,000 suka zo.'],
  ['en', 'ha', 'Over 30,000 people came.', 'Mutane fiye da dubu 30 suka zo.'],
  ['en', 'ha', 'Over 30,000 people came.', 'Mutane 3,000 suka zo.', '30,000|3,000'],
  ['en', 'am', 'Over 30,000 people came.', 'ከ2, 30,000 ሰዎች መጡ።', '|2'],
  ['am', 'en', 'በ2016 ሁለት ሰዎች ሞቱ።', 'Two people died in 2016.'],
  ['am', 'en', 'በ2016 ሁለት ሰዎች ሞቱ።', 'The people died in 2017.', '2016|2017', 'ሁለት|'],
  ['am', 'en', 'ከሶስቱ ልጆች', 'of the three children'],
  ['en', 'ig', 'She bought three bags.', 'Ọ zụrụ akpa atọ.'],
  ['en', 'ig', 'She bought three bags.', 'Ọ zụrụ akpa anọ.', 'three|anọ'],
  ['en', 'yo', 'Two children died.', 'Ọmọ méjì ló kú.'],
  ['en', 'yo', 'Two children died.', 'Ọmọ ló kú.', 'Two|'],
  ['en', 'pcm', 'Twenty-five soldiers', '25 soldier dem'],
  ['en', 'pcm', 'It cost 2.5 million naira.', 'E cost 2.5 naira.', '2.5|2.5'],
  ['en', 'ha', '2.5 million naira', 'naira miliyan 2.5'],
  ['ig', 'en', 'puku naịra 50', 'a thousand naira for Ngige of 50', '50|50'],
  ['en', 'pcm', 'Prices rose by 15% in March.', 'Price go up by 15 for March.', '%|'],
  ['en', 'am', 'It costs 500 birr.', 'ዋጋው 500 ብር ነው።'],
  ['en', 'yo', 'It costs $500.', 'Ó jẹ́ 500 náírà.', '|náírà', '$|'],
  ['en', 'pcm', 'At least 470 bags', 'At least 470 bag'],
  ['pcm', 'en', 'one pikin', 'a child'],
])

check('negation', negationFindings, [
  ['en', 'ha', 'He is not a minister.', 'Shi ba minista ba ne.'],
  ['en', 'ha', 'He is not a minister.', 'Shi minista ne.', 'not|'],
  ['en', 'ha', 'He will not come.', 'Ba zai zo ba.'],
  ['en', 'ha', 'There is no water.', 'Babu ruwa.'],
  ['ha', 'en', 'Bai zo ba.', 'He came.', 'Bai|'],
  ['ha', 'en', 'Kada ka tafi.', 'Do not go.'],
  ['en', 'am', 'He is not a minister.', 'እሱ ሚኒስትር አይደለም።'],
  ['en', 'am', 'He is not a minister.', 'እሱ ሚኒስትር ነው።', 'not|'],
  ['en', 'am', 'He did not come.', 'አልመጣም።'],
  ['am', 'en', 'ውሃ የለም።', 'There is water.', 'የለም|'],
  ['am', 'en', 'አልመጣም።', 'He did not come.'],
  ['am', 'en', 'እንዳይመጣ ነገርኩት።', 'I told him not to come.'],
  ['am', 'en', 'የአይን ሐኪም አንድም', 'an eye doctor'],
  ['en', 'ig', 'I do not know.', 'Amaghị m.'],
  ['en', 'ig', 'There is no water.', 'Enweghị mmiri.'],
  ['en', 'ig', 'There is no water.', 'E nwere mmiri.', 'no|'],
  ['ig', 'en', 'Ọ bịaghị.', 'He came.', 'bịaghị|'],
  ['ig', 'en', 'Egbula mmadụ.', 'Do not kill anybody.'],
  ['en', 'yo', 'I do not know.', 'Mi ò mọ̀.'],
  ['en', 'yo', 'I do not know.', 'Mo mọ̀.', 'not|'],
  ['yo', 'en', 'Kò sí omi.', 'There is no water.'],
  ['yo', 'en', 'A kì í jẹ ẹran.', 'We eat meat.', 'kì|'],
  ['yo', 'en', 'Ò ń bọ̀.', 'You are coming.'],
  ['yo', 'en', 'Ó jáde láìsọ̀rọ̀.', 'He left without a word.'],
  ['en', 'pcm', 'They have never travelled.', 'Dem don ever travel.', 'never|'],
  ['en', 'pcm', 'They have never travelled.', 'Dem neva travel.'],
  ['en', 'pcm', "I don't know.", 'I no know.'],
  ['pcm', 'en', 'Nobody no come.', 'Nobody came.'],
  ['pcm', 'en', 'E no be thief.', 'He is a thief.', 'no|'],
  ['pcm', 'en', 'Di road dey safe.', 'The road is not safe.', '|not'],
  ['en', 'pcm', 'The road is unsafe.', 'Di road no dey safe.'],
  ['en', 'pcm', 'No. 5 is open.', 'Number 5 dey open.'],
])

check('names', nameFindings, [
  ['en', 'pcm', 'I met Zainab in Kaduna.', 'I meet Zainab for Kaduna.'],
  ['en', 'pcm', 'I met Zainab in Kaduna.', 'I meet di for Kaduna.', 'Zainab|'],
  ['en', 'pcm', 'I met Mr Kongo.', 'I meet Mr Lagos.', 'Kongo|Lagos'],
  ['en', 'ha', 'She lives in Germany.', 'Tana zaune a Jamus.'],
  ['en', 'ha', 'She lives in Germany.', 'Tana zaune a Faransa.', 'Germany|Faransa'],
  ['en', 'yo', 'She lives in Ibadan.', 'Ó ń gbé ní Ìbàdàn.'],
  ['en', 'yo', 'They met on Monday in Nigeria.', 'Wọ́n pàdé ní Ọjọ́ Ajé ní Nàìjíríà.'],
  ['en', 'ig', 'She lives in Nigeria.', 'Ọ bi na Naịjirịa.'],
  ['en', 'am', 'I met Abebe in Addis Ababa.', 'አበበን በአዲስ አበባ አገኘሁት።'],
  ['en', 'am', 'I met Tesfaye.', 'አበበን አገኘሁት።', 'Tesfaye|'],
  ['am', 'en', 'አበበ ወደ አዲስ አበባ ሄደ።', 'Abebe went to Addis Ababa.'],
  ['am', 'en', 'አበበ ሄደ።', 'Then Abebe Bikila went.', '|Bikila'],
  ['en', 'ha', 'We saw President Buhari.', 'Mun ga Shugaba Buhari.'],
  ['en', 'pcm', 'He works for the DSS.', 'E dey work for di de.', 'DSS|'],
  ['en', 'pcm', 'I think so.', 'I tink so.'],
  [
    'en',
    'pcm',
    'For example, US companies raised money.',
    'For example, we company raise money.',
    'US|',
  ],
  ['en', 'ha', 'The US is large.', 'Amurka babba ce.'],
])

check('who has and who does', pidginFindings, [
  ['en', 'pcm', 'He was a member.', 'E get one member.', '|get'],
  ['en', 'pcm', 'He has a member.', 'E get one member.'],
  ['en', 'pcm', 'There is a crisis.', 'E get wahala.'],
  ['en', 'pcm', 'So we were told to go back.', 'So we dey tell dem to go back.', 'we were told|'],
  ['en', 'pcm', 'So we were told to go back.', 'So dem tell us to go back.'],
])

check('length', lengthFindings, [
  ['en', 'pcm', 'The children are playing in the school.', 'Di pikin dem dey play for school.'],
  [
    ...(['en', 'pcm', 'The children are playing in the school.', 'Di pikin.'] as const),
    'The children are playing in the school.|Di pikin.',
  ],
  ['en', 'yo', 'Yes.', 'Bẹ́ẹ̀ ni, ó dára púpọ̀.'],
])

check('repetition', repetitionFindings, [
  ['en', 'yo', 'There is no water.', 'Kò sí kò sí omi.', '|kò sí … kò sí'],
  ['en', 'ha', 'Go slowly.', 'Tafi sannu sannu.'],
  ['pcm', 'en', 'wit pipo', 'with with people', '|with … with'],
  ['pcm', 'en', 'E dey talk talk.', 'He had had to talk.'],
])

check('words left as they are', untranslatedFindings, [
  ['en', 'am', 'The crackdown goes on.', 'crackdown ቀጥሏል።', 'crackdown|crackdown'],
  ['en', 'ig', 'It signifies dignity.', 'Ọ signifies ugwu.', 'signifies|signifies'],
  ['yo', 'en', 'Kò jákàn.', 'It is not jakan.', 'jakan|jakan'],
  ['am', 'en', 'ዳራው ነው።', 'It is Daraw.', 'Daraw|Daraw'],
  ['en', 'pcm', 'The market is open.', 'Di market dey open.'],
  ['am', 'en', 'ዞን ፱', 'Zone ፱', '፱|፱'],
])

test('a right translation leaves no doubt, and each doubt has its kind', () => {
  const pair = { from: 'en', to: 'pcm' } as const
  const source = 'Musa did not buy 3 books in Kano.'
  expect(doubtsOf({ ...pair, source, text: 'Musa no buy 3 books for Kano.' })).toEqual([])
  const kinds = doubtsOf({ ...pair, source, text: 'Musa don buy 4 books for Jos.' }).map(
    ({ kind }) => kind,
  )
  expect(kinds).toEqual(['figures', 'negation', 'names'])
})

test('a name is not told as a word again, and a sentence only where nothing in particular is doubtful', () => {
  const name = { kind: 'names', source: 'Musa', text: '' } as const
  const sentence = { kind: 'sentence', source: 'Musa came.', text: 'E kom.' } as const
  const word = { kind: 'words', source: 'Musa', text: '' } as const
  expect(withoutRepeats([word, name, sentence])).toEqual([name])
  expect(withoutRepeats([sentence])).toEqual([sentence])
})
