import type { LanguageInfo } from './language-info.ts'

export const PIDGIN_INFO = {
  code: 'pcm',
  name: 'Nigerian Pidgin',
  aliases: [],
  script: 'Latin',
  letters: '',
  restoresDiacritics: false,
  readingSentences: [
    'Dis morning I go market go buy yam, fresh fish and beta pepper, but heavy rain come beat me well well before I fit reach house.',
    'My brother dey drive big lorry from Lagos go Kano, and e sabi every junction, every bridge and every bad hole wey dey for dat road.',
    'Abeg make una no vex say I late small, na because di bridge block since morning and everybody just dey blow horn dey shout.',
    'When light come back for night, all di pikin dem begin shout, dance and jump up and down for street like say na Christmas.',
  ],
} as const satisfies LanguageInfo
