import type { LanguageInfo } from './language-info.ts'

export const ENGLISH_INFO = {
  code: 'en',
  name: 'English',
  aliases: ['eng'],
  script: 'Latin',
  letters: '',
  restoresDiacritics: false,
  readingSentences: [
    'The old ferry crossed the wide river at dawn, carrying yams, young goats and a dozen cheerful fishermen to the market.',
    'Would you please fetch a jug of cool water before the thunder reaches our garden wall and the children run inside?',
    'My brother’s choir practised that joyful song all week, though nobody could measure its strange rhythm or remember the third verse.',
    'She pushed the heavy box behind the kitchen door, laughed out loud and went back to watch the evening news with her father.',
  ],
} as const satisfies LanguageInfo
