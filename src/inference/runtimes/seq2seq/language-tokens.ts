import type { LanguageCode } from '#shared/languages/languages.ts'

/** How a family of models is told the languages of a text. */
export interface Family {
  /** Whether the source has a token before the text, and the answer begins with that of the target. */
  readonly hasSource: boolean
  readonly tokens: Readonly<Partial<Record<LanguageCode, string>>>
}

export const FAMILIES = {
  /** NLLB-200 (NLLB Team 2022): FLORES codes. It has no Nigerian Pidgin. */
  nllb: {
    hasSource: true,
    tokens: { en: 'eng_Latn', yo: 'yor_Latn', ha: 'hau_Latn', ig: 'ibo_Latn', am: 'amh_Ethi' },
  },
  /** M2M-100 (Fan et al. 2020). A model that was tuned for Pidgin borrows the token of another language: see its settings. */
  m2m100: {
    hasSource: true,
    tokens: { en: '__en__', yo: '__yo__', ha: '__ha__', ig: '__ig__', am: '__am__' },
  },
  /** MADLAD-400 (Kudugunta et al. 2023): a T5 that is told the target alone. */
  madlad: {
    hasSource: false,
    tokens: { en: '<2en>', yo: '<2yo>', ha: '<2ha>', ig: '<2ig>', am: '<2am>', pcm: '<2pcm>' },
  },
} as const satisfies Record<string, Family>
