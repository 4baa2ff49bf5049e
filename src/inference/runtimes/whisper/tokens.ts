import type { Tokenizer } from '@huggingface/tokenizers'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'

/** Seconds between two tokens of time. */
const TIME_STEP = 0.02

/** The special tokens of a Whisper model. */
export interface WhisperTokens {
  readonly start: number
  readonly end: number
  /** Before words that stand before the text, to which it listens: names and the like. */
  readonly previous: number | undefined
  readonly transcribe: number | undefined
  /** Of the languages that are spoken here, those that the model knows. */
  readonly languages: ReadonlyMap<LanguageCode, number>
  /** Seconds of a token of time; undefined: it is another token. */
  secondsOf(id: number): number | undefined
  readonly firstTime: number
  /** Whether a token is a letter or part of a word. */
  isText(id: number): boolean
}

/** Throws an Error where the tokenizer is none of Whisper's. */
export function whisperTokens(tokenizer: Tokenizer): WhisperTokens {
  const required = (token: string): number => {
    const id = tokenizer.token_to_id(token)
    if (id === undefined)
      throw new Error(`The tokenizer has no ${token}: this is no Whisper model.`)
    return id
  }
  const end = required('<|endoftext|>')
  const firstTime = required('<|0.00|>')
  const languages = LANGUAGES.flatMap(({ code }) => {
    const id = tokenizer.token_to_id(`<|${code}|>`)
    return id === undefined ? [] : [[code, id] as const]
  })
  return {
    ...{ end, firstTime },
    start: required('<|startoftranscript|>'),
    previous: tokenizer.token_to_id('<|startofprev|>'),
    // Models for English alone have no tasks.
    transcribe: tokenizer.token_to_id('<|transcribe|>'),
    languages: new Map(languages),
    secondsOf: (id) => (id >= firstTime ? (id - firstTime) * TIME_STEP : undefined),
    isText: (id) => id < end,
  }
}
