/** A body that a reader may copy, as OpenAPI's Example Object. */
interface Example {
  readonly summary: string
  readonly value: unknown
}

/** In place of the id of a file that the reader has uploaded. */
export const EXAMPLE_FILE_ID = '00000000-0000-4000-8000-000000000000'

/** JSON bodies by the id of their operation and a name. `examples.test.ts` sends each of them. */
export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, Example>>>> = {
  generateSpeech: {
    english: {
      summary: 'English as mp3',
      value: { text: 'Good morning from Lagos.', voice: 'lina' },
    },
    yoruba: {
      summary: 'Yoruba for a telephone line',
      value: { text: 'Ẹ káàárọ̀.', language: 'yo', voice: 'sade', format: 'mulaw' },
    },
  },
  createBatch: {
    file: {
      summary: 'The lines of a file that you have uploaded',
      value: { endpoint: '/v1/speech', input_file_id: EXAMPLE_FILE_ID, completion_window: '24h' },
    },
  },
  retryBatch: {
    all: { summary: 'All dead letters', value: {} },
    one: { summary: 'The dead letter of one line', value: { line: 7 } },
  },
  translate: {
    hausa: {
      summary: 'English to Hausa',
      value: { text: 'Good morning.', source: 'en', target: 'ha' },
    },
  },
  rememberTranslation: {
    yoruba: {
      summary: 'A sentence as you want it',
      value: {
        ...{ source_language: 'en', target_language: 'yo' },
        ...{ source: 'Good morning.', target: 'Ẹ káàárọ̀.' },
      },
    },
  },
  restoreDiacritics: {
    sentence: {
      summary: 'A sentence without marks',
      value: { text: 'Mo fe lo si oja.', language: 'yo' },
    },
  },
  detectLanguage: {
    mixed: { summary: 'Two languages in one text', value: { text: 'Good morning, ẹ káàárọ̀.' } },
  },
  normalizeText: {
    figures: {
      summary: 'Figures in words',
      value: { text: 'It costs ₦1,850 on 5 May.', language: 'en' },
    },
  },
  createGuestToken: {
    quarter: { summary: 'For a quarter of an hour', value: { ttl_seconds: 900 } },
  },
  installPack: {
    accepted: {
      summary: 'With its licence accepted',
      value: { accept_licence: 'Apache-2.0' },
    },
  },
  createSpeech: {
    usual: {
      summary: 'As OpenAI’s clients ask',
      value: { model: 'tts-1', input: 'Good morning from Lagos.', voice: 'nova' },
    },
  },
  updateVoiceConsent: {
    name: { summary: 'Another name', value: { name: 'Adaeze, May 2026' } },
  },
}
