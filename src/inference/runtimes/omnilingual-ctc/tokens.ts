import type { LanguageCode } from '#shared/languages/languages.ts'

/** CTC's blank has no line of its own meaning: it is the first id. */
export const BLANK = 0

/** The symbols of a model, by id; undefined: never written (the blank and the specials). */
export interface Tokens {
  readonly texts: readonly (string | undefined)[]
  readonly ids: ReadonlyMap<string, number>
  /** Undefined where the model writes no spaces. */
  readonly space: number | undefined
}

/**
 * Reads tokens.txt: "TOKEN ID" on each line; the line of the space begins with it. Names in angle brackets are specials
 * of fairseq2. Throws an Error at a line that is neither.
 */
export function readTokens(file: string): Tokens {
  const texts: (string | undefined)[] = []
  for (const [at, line] of file.split('\n').entries()) {
    if (line === '' || line === '\r') continue
    const found = /^(.*) (\d+)\r?$/su.exec(line)
    if (!found) throw new Error(`Line ${at + 1} of tokens.txt is not a token and its number.`)
    const [, text = '', id] = found
    // A space whose line was trimmed.
    const written = text === '' ? ' ' : text
    texts[Number(id)] = Number(id) === BLANK || /^<[^>]+>$/u.test(written) ? undefined : written
  }
  const ids = new Map<string, number>()
  for (const [id, text] of texts.entries()) if (text !== undefined) ids.set(text, id)
  return { texts: Array.from(texts), ids, space: ids.get(' ') }
}

/** Scripts in which the six languages are written. */
export type Script = 'Latin' | 'Ethiopic'

export function scriptOf(language: LanguageCode): Script {
  return language === 'am' ? 'Ethiopic' : 'Latin'
}

/** Letters of a script, and what both share: digits, spaces, apostrophes, hyphens and the marks of Yoruba and Igbo. */
const ALLOWED: Readonly<Record<Script, RegExp>> = {
  Latin: /^(?:[\p{Script=Latin}\d '’ʼ-]|\p{Mn})+$/u,
  Ethiopic: /^[\p{Script=Ethiopic}\d '’-]+$/u,
}

/**
 * For each id whether it may be written in one of `scripts`: the models write other scripts on short clips. The blank
 * always may.
 */
export function maskOf({ texts }: Tokens, scripts: readonly Script[]): Uint8Array {
  const mask = Uint8Array.from(texts, (text) =>
    text !== undefined && scripts.some((script) => ALLOWED[script].test(text)) ? 1 : 0,
  )
  mask[BLANK] = 1
  return mask
}
