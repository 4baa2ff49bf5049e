/** A word or another sign of the text: in canonical form with the marks that are written, and bare; its capitals. */
export interface ModelSign {
  readonly sign: string
  readonly plain: string
  /** 0 none, 1 at its beginning, 2 throughout. */
  readonly capitals: number
}

/** What the model makes of one word. */
export interface MarkScores {
  /** The forms it knows of the word, each with log odds; one form has none. */
  readonly forms: readonly { readonly form: string; readonly score: number }[]
  /** Log odds of the six marks of each letter, one letter after the other. */
  readonly marks: Float32Array
}

/** Numbers for the model, named as in its file, which says what they mean (train/diacritics/export.py). */
export type MarkInputs = Readonly<
  Record<string, { readonly values: readonly number[]; readonly shape: readonly number[] }>
>
