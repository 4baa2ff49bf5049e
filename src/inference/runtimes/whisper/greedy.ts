import type { CachedDecoder } from '#inference/runtimes/decoder-cache.ts'
import type { BetweenSteps } from '#inference/runtimes/runtime.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { WhisperTokens } from './tokens.ts'

export interface GreedyOptions {
  readonly tokens: WhisperTokens
  /** Left out: the likeliest of those that are spoken here. */
  readonly language: LanguageCode | undefined
  /** Ids that stand before the start. */
  readonly prompt: readonly number[]
  readonly suppressed: readonly number[]
  /** Also suppressed as the first one. */
  readonly suppressedFirst: readonly number[]
  readonly most: number
}

export interface GreedyAnswer {
  readonly ids: readonly number[]
  readonly language: LanguageCode | undefined
  readonly averageLogProbability: number
}

type Hidden = { readonly values: Float32Array; readonly shape: readonly number[] }

/** The likeliest id at every step, with tokens of time that never go back. */
export async function greedy(
  decoder: CachedDecoder,
  hidden: Hidden,
  options: GreedyOptions,
  between: BetweenSteps,
): Promise<GreedyAnswer> {
  const { tokens, prompt, most } = options
  const language = options.language ?? (await likeliestLanguage(decoder, hidden, tokens))
  await between()
  const languageId = language && tokens.languages.get(language)
  const beginning = [
    ...prompt,
    tokens.start,
    ...(languageId === undefined ? [] : [languageId]),
    ...(languageId === undefined || tokens.transcribe === undefined ? [] : [tokens.transcribe]),
  ]
  const suppressed = new Set(options.suppressed)
  const first = new Set(options.suppressedFirst)
  const ids: number[] = []
  let sum = 0
  let { logits, cache } = await decoder.step([beginning], hidden, undefined)
  while (ids.length < most) {
    await between()
    const time = ids.findLast((id) => id >= tokens.firstTime) ?? tokens.firstTime
    const isAllowed = (id: number): boolean => {
      if (id === tokens.end) return ids.length > 0 || !first.has(id)
      if (id >= tokens.firstTime) return id >= time
      if (!tokens.isText(id) || suppressed.has(id)) return false
      return ids.length > 0 || !first.has(id)
    }
    const { id, logProbability } = likeliest(logits[0], isAllowed)
    sum += logProbability
    if (id === tokens.end) break
    ids.push(id)
    if (isLoop(ids)) break
    ;({ logits, cache } = await decoder.step([[id]], hidden, cache))
  }
  return { ids, language, averageLogProbability: sum / (ids.length + 1) }
}

async function likeliestLanguage(
  decoder: CachedDecoder,
  hidden: Hidden,
  { start, languages }: WhisperTokens,
): Promise<LanguageCode | undefined> {
  if (languages.size === 0) return undefined
  const { logits } = await decoder.step([[start]], hidden, undefined)
  const scores = Array.from(languages, ([code, id]) => ({ code, score: logits[0]?.[id] ?? 0 }))
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).code
}

function likeliest(
  logits: Float32Array | undefined,
  isAllowed: (id: number) => boolean,
): { readonly id: number; readonly logProbability: number } {
  let [best, most] = [-1, Number.NEGATIVE_INFINITY]
  let highest = Number.NEGATIVE_INFINITY
  for (const [id, value] of (logits ?? []).entries()) {
    if (value > highest) highest = value
    if (value > most && isAllowed(id)) [best, most] = [id, value]
  }
  if (best < 0) throw new Error('The decoder answers nothing that may be written.')
  let sum = 0
  for (const value of logits ?? []) sum += Math.exp(value - highest)
  return { id: best, logProbability: most - highest - Math.log(sum) }
}

/** Whether the end is one sequence of up to 20 ids four times over: on noise, the models repeat themselves. */
function isLoop(ids: readonly number[]): boolean {
  for (let length = 1; length <= 20 && length * 4 <= ids.length; length++) {
    const tail = ids.slice(-length)
    let isSame = true
    for (let at = 1; at < 4 && isSame; at++)
      isSame = tail.every((id, n) => id === ids[ids.length - length * (at + 1) + n])
    if (isSame && length > 1) return true
    if (isSame && ids.length >= 8 && ids.slice(-8).every((id) => id === tail[0])) return true
  }
  return false
}
