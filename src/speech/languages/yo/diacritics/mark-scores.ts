/** Input sign of the model: canonical with its written marks, without marks, and its capitals. */
export interface ModelSign {
  readonly sign: string
  readonly plain: string
  /** 0 none, 1 at its beginning, 2 throughout. */
  readonly capitals: number
}

/** Scores of the model for one word. */
export interface MarkScores {
  /** Known forms of the word, each with log odds; a single form has none. */
  readonly forms: readonly { readonly form: string; readonly score: number }[]
  /** Log odds of the six marks of each letter, letter by letter. */
  readonly marks: Float32Array
}

/** Input tensors of the model, named as in its file (train/diacritics/export.py). */
export type MarkInputs = Readonly<
  Record<string, { readonly values: readonly number[]; readonly shape: readonly number[] }>
>
