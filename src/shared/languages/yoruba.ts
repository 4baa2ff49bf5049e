import type { LanguageInfo } from './language-info.ts'

export const YORUBA_INFO = {
  code: 'yo',
  name: 'Yoruba',
  aliases: ['yor'],
  script: 'Latin',
  letters: 'ẹọṣ',
  restoresDiacritics: true,
  readingSentences: [
    'Ní àárọ̀ yìí, ìyá mi lọ sí ọjà láti ra iṣu, ẹ̀fọ́ tútù, epo pupa àti ẹja gbígbẹ fún oúnjẹ alẹ́.',
    'Nígbà tí òjò bẹ̀rẹ̀ sí í rọ̀ ní ìrọ̀lẹ́ àná, àwọn ọmọdé sáré wọ inú ilé, wọ́n sì ń rẹ́rìn-ín pẹ̀lú ayọ̀ ńlá.',
    'Bàbá àgbà jókòó lábẹ́ igi ńlá, ó ń sọ ìtàn ìjàpá àti erin fún wa nígbà tí òṣùpá ń tàn.',
    'Ẹ jọ̀wọ́, ẹ bá mi kí ọ̀rẹ́ wa ní Ìbàdàn, ẹ sọ fún un pé a ó dé ní ọ̀sẹ̀ tó ń bọ̀ láti ṣe ìpàdé.',
  ],
} as const satisfies LanguageInfo
