import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'
import { openLanguageIdentifier } from '#speech/text/detect/languages.ts'
import { parseMarkup } from '#speech/text/markup/markup.ts'
import { otherLanguagesIn, withOtherLanguages } from './code-switches.ts'

const MODELS = join(import.meta.dirname, '../../../models')
const { detectWords } = openLanguageIdentifier(MODELS, (error) => {
  throw error
})
const stretchesOf = async (text: string, language: 'yo' | 'ig' | 'ha' | 'en' | 'pcm') =>
  (await withOtherLanguages(parseMarkup(text), language, detectWords)).flatMap((run) =>
    run.kind === 'text' && run.style.language === 'en' ? [run.text] : [],
  )

let speaker: LocalSpeaker
beforeAll(async () => {
  speaker = await speakerForTests()
})
const say = (text: string, language: string) =>
  Array.fromAsync(
    speaker.speak({ text, voice: 'sade', speed: 1, language }, new AbortController().signal),
  )

test.each([
  ['yo', 'Won ti lo, but they are not back yet, e jowo e pe won.', ['but they are not back yet']],
  [
    'ha',
    'Mutane sun ce they will not be coming back to the market da safe.',
    ['they will not be coming back to the market'],
  ],
  [
    'ig',
    'O kwuru na thank you very much my friend, anyi ga-aga.',
    ['thank you very much my friend'],
  ],
  [
    'yo',
    'Oga naa so pe make sure you finish the report today, a si bere ise.',
    ['make sure you finish the report today'],
  ],
  [
    'yo',
    'Won ti lo, they don come back to the house yesterday, e jowo e pe won.',
    ['they don come back to the house yesterday'],
  ],
  [
    'ha',
    'Ya ce no problem my brother everything is under control, sai na yi dariya.',
    ['no problem my brother everything is under control'],
  ],
  [
    'ig',
    'O kwuru na dem say the government will pay the workers tomorrow, ma ekweghi m.',
    ['dem say the government will pay the workers tomorrow'],
  ],
] as const)(
  'English inside a sentence of %s is told without markup',
  async (language, text, english) => {
    expect(await stretchesOf(text, language)).toEqual(english)
  },
)

test.each([
  ['en', 'They greeted us with ẹ káàárọ̀ gbogbo yín and went home.', 'yo', 'ẹ káàárọ̀ gbogbo yín'],
  ['en', 'Ẹ káàárọ̀, my friends, the market is open.', 'yo', 'Ẹ káàárọ̀'],
  ['en', 'She said ina kwana yaya gajiya to the driver.', 'ha', 'ina kwana yaya gajiya'],
  ['en', 'Then he asked kedu ka i mere before the lesson.', 'ig', 'kedu ka i mere'],
  ['en', 'The teacher wrote ሰላም on the board.', 'am', 'ሰላም'],
  ['pcm', 'Di man say ẹ kú iṣẹ́ o come dey laugh for road.', 'yo', 'ẹ kú iṣẹ́ o'],
] as const)('in %s %j, %s is read by its own rules: %j', async (language, text, inner, stretch) => {
  const runs = await withOtherLanguages(parseMarkup(text), language, detectWords)
  const found = runs.flatMap((run) =>
    run.kind === 'text' && run.style.language ? [[run.style.language, run.text]] : [],
  )
  expect(found).toEqual([[inner, stretch]])
})

test.each([
  ['yo', 'Mo ra computer tuntun fun omo mi.', 'a single word is said as its speakers say it'],
  ['yo', 'Good morning, how are you today?', 'a text in English throughout is read as was asked'],
  ['en', 'They said e jowo e pe won.', 'English is read as English anyway'],
  ['en', 'Adebayo Ogunlesi met Chukwuemeka Okafor in Kano.', 'names stay with the text'],
  ['yo', 'O so pe dem don comot for house, mo si rerin.', 'Pidgin alone is no English'],
  ['pcm', 'Wetin dey happen for the market today?', 'Pidgin has its own English'],
  ['yo', 'Won ti lo, [ha]but they are not back yet[/ha], e jowo.', 'markup says otherwise'],
  ['yo', 'Awon omo naa ti lo si ile iwe pelu awon obi won.', 'there is none'],
] as const)('no English stretch (%s) in %j: %s', async (language, text, _) => {
  expect(await stretchesOf(text, language)).toEqual([])
})

test('units and letters of formulas are no words of another language', async () => {
  const text = 'It has 5 N m of torque, 5 kg/m2, 5 gw, 5 kw and 5 N·m, w/o n/a and c/o.'
  const runs = await withOtherLanguages(parseMarkup(text), 'en', detectWords)
  expect(runs.filter((run) => run.kind === 'text' && run.style.language)).toEqual([])
})

test('it is said as if it were marked up', async () => {
  const plain = await say('Won ti lo, but they are not back yet, e jowo e pe won.', 'yo')
  const markedUp = await say(
    'Won ti lo, [en]but they are not back yet[/en], e jowo e pe won.',
    'yo',
  )
  expect(plain).toEqual(markedUp)
})

test('the stretches in other languages are told with their places, and a text that is all in another has none', async () => {
  const text = 'Won ti lo, but they are not back yet, e jowo e pe won.'
  const found = await otherLanguagesIn(text, 'yo', detectWords)
  expect(found.map(({ start, end, language }) => [language, text.slice(start, end)])).toEqual([
    ['en', 'but they are not back yet'],
  ])
  expect(await otherLanguagesIn('They are not back yet.', 'yo', detectWords)).toEqual([])
})
