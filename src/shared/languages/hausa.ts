import type { LanguageInfo } from './language-info.ts'

export const HAUSA_INFO = {
  code: 'ha',
  name: 'Hausa',
  aliases: ['hau'],
  script: 'Latin',
  letters: 'ɓɗƙƴ',
  restoresDiacritics: false,
  readingSentences: [
    'Ɗan’uwana ya ɗauki ƙaramar jaka, ya fita da sassafe, ya tafi kasuwa domin ya sayo ɗanyen kifi da ƴaƴan itace.',
    'Yara suna wasa a ƙarƙashin babbar bishiya yayin da tsoho yake ba su labarin ɓera da zaki.',
    'Idan ruwan sama ya tsaya, za mu gyara ƙofar gida, mu share tsakar gida, sannan mu dafa shinkafa da wake.',
    'Malama ta ce kowane ɗalibi ya kawo littafinsa gobe da safe, domin za a fara sabon karatu a ɓangaren tarihi.',
  ],
} as const satisfies LanguageInfo
