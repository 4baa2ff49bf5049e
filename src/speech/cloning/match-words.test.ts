import { beforeAll, expect, test } from 'vitest'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import { speakerForTests } from '#speech/speaker.test-support.ts'
import type { LocalSpeaker } from '#speech/speaker.ts'
import { fullTest, someOf } from '#testing/tier.test-support.ts'

const forever = new AbortController().signal
let engine: LocalSpeaker & Cloner

beforeAll(async () => {
  engine = await speakerForTests('flite')
})

async function reads(voice: string, language: LanguageCode, text: string): Promise<Float32Array> {
  const chunks = await Array.fromAsync(engine.speak({ text, voice, language, speed: 1 }, forever))
  return Float32Array.from(chunks.flatMap(({ samples }) => [...samples]))
}

const SENTENCES: readonly (readonly [LanguageCode, string, string, string])[] = [
  [
    'en',
    'john',
    'The children who played by the river never forgot his face or the boat that he had painted red.',
    'Nobody could tell why seven ships had left the harbour before the storm came over the hills.',
  ],
  [
    'pcm',
    'boma',
    'Di pikin dem wey dey play for riva side no fit forget im face and di boat wey im paint.',
    'Nobody sabi why di driver comot for motor park before di rain start to fall.',
  ],
  [
    'yo',
    'segun',
    'Àwọn ọmọ ilé ìwé náà lọ sí ọjà láti ra ìwé àti bírò kí wọ́n tó bẹ̀rẹ̀ ìdánwò wọn. Lẹ́yìn náà wọ́n padà sí ilé ìwé pẹ̀lú ayọ̀ púpọ̀.',
    'Ìjọba ìpínlẹ̀ Ọ̀yọ́ kéde pé àwọn òṣìṣẹ́ gbọ́dọ̀ gba owó oṣù tuntun kí ọdún yìí tó parí. Gómìnà sọ ọ̀rọ̀ náà fún àwọn akọ̀ròyìn.',
  ],
  [
    'ha',
    'aliyu',
    'Mutanen gari sun taru a kasuwa domin su sayi hatsi da kayan miya kafin damina ta sauka.',
    'Yara sun yi wasa a bakin kogi har sai da rana ta fadi sannan suka koma gida.',
  ],
  [
    'ig',
    'ngozi',
    'Ndị ahịa niile gbakọtara n’ama obodo iji kparịta ụka banyere ọrụ ugbo. Mgbe ahụ ha niile laghachiri n’ụlọ ha n’udo.',
    'Nwanne m nwoke zụtara ụgbọ ala ọhụrụ ọ ga-eji na-ebu mmadụ aga Enugu. Ọ na-amasị ya ịgụ akwụkwọ n’abalị mgbe ọ bụla.',
  ],
  [
    'am',
    'haile',
    'ተማሪዎቹ ወደ ገበያ ሄደው መጻሕፍትና እስክሪብቶ ገዝተው ወደ ቤታቸው በሰላም ተመለሱ። ከዚያ በኋላ ከወንድሞቻቸው ጋር እራት በልተው ተኙ።',
    'ዝናቡ ከጠዋት ጀምሮ ስለዘነበ ገበሬዎቹ በሬዎቻቸውን ይዘው ወደ እርሻ አልሄዱም። መንግሥት አዲስ መንገድ እንደሚሠራ ትናንት አስታወቀ።',
  ],
]

test.each(someOf(SENTENCES))(
  'in %s the words of %s are followed, and other words are noticed',
  async (language, voice, said, other) => {
    const samples = await reads(voice, language, said)
    const right = await engine.clone({ samples, transcript: said, language }, forever)
    const wrong = await engine.clone({ samples, transcript: other, language }, forever)
    expect(right.warnings).toEqual([])
    expect([['words'], ['missing-words'], ['some-words']]).toContainEqual(wrong.warnings)
  },
)

fullTest('a Yoruba transcript without tone marks has no wrong words', async () => {
  const said = 'Àwọn ọmọ ilé ìwé náà lọ sí ọjà láti ra ìwé àti bírò kí wọ́n tó bẹ̀rẹ̀ ìdánwò wọn.'
  const samples = await reads('sade', 'yo', said)
  const transcript = said.normalize('NFD').replace(/\p{M}/gu, '')
  const { warnings } = await engine.clone({ samples, transcript, language: 'yo' }, forever)
  expect(warnings).toEqual([])
})

test.each(someOf(SENTENCES.filter(([language]) => ['en', 'am'].includes(language))))(
  'in %s it is noticed when half of what %s says is missing, the first or the second',
  async (language, voice, first, second) => {
    const samples = await reads(voice, language, `${first} ${second}`)
    for (const transcript of [first, second]) {
      const { warnings } = await engine.clone({ samples, transcript, language }, forever)
      expect(['words', 'missing-words']).toContain(warnings[0])
    }
  },
)
