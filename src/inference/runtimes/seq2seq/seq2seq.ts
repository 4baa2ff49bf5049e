import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { z } from 'zod'
import { fileLike, type InstalledPack } from '#inference/pack.ts'
import { createCachedDecoder } from '#inference/runtimes/decoder-cache.ts'
import type { BetweenSteps, SentenceTranslator } from '#inference/runtimes/runtime.ts'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import { openOnnx } from '#speech/models/onnx.ts'
import { searchAnswer } from './beam-search.ts'
import { partsOf } from './parts.ts'
import { familyOf, Seq2SeqSettings } from './settings.ts'

/** config.json of M2M-100 and NLLB, and of T5, as far as it is read. */
const Config = z.object({
  d_model: z.int(),
  decoder_attention_heads: z.int().optional(),
  num_heads: z.int().optional(),
  d_kv: z.int().optional(),
  max_position_embeddings: z.int().optional(),
  decoder_start_token_id: z.int().nullish(),
  eos_token_id: z.int().nullish(),
})
const Generation = z.object({
  decoder_start_token_id: z.int().nullish(),
  eos_token_id: z.union([z.int(), z.array(z.int())]).nullish(),
  forced_bos_token_id: z.int().nullish(),
})

/** An answer may be longer than its source by this factor and these ids. */
const GROWTH = { factor: 2, more: 16 } as const
/** Ids that stand before an answer. */
const MOST_PREFIX = 4

/**
 * Loads a translation model in the files of Hugging Face's optimum: encoder_model, decoder_model_merged (or decoder_model
 * and decoder_with_past_model), config.json and tokenizer.json.
 */
export async function openSeq2Seq(
  pack: InstalledPack,
  threads: number,
): Promise<SentenceTranslator> {
  const settings = Seq2SeqSettings.parse(pack.settings)
  const family = familyOf(settings)
  const use = settings.threads ?? threads
  const config = Config.parse(await readJson(pack, /(^|\/)config\.json$/))
  const generation = Generation.parse(
    (await readJson(pack, /(^|\/)generation_config\.json$/, true)) ?? {},
  )
  const tokenizer = new Tokenizer(
    object(await readJson(pack, /(^|\/)tokenizer\.json$/)),
    object((await readJson(pack, /(^|\/)tokenizer_config\.json$/, true)) ?? {}),
  )
  const { start, end } = boundsOf(config, generation, pack.id)
  const encoder = await model(/(^|\/)encoder_model[^/]*\.onnx$/)
  const first = await model(/(^|\/)decoder_model[^/]*\.onnx$/)
  if (!encoder || !first) throw new Error(`The pack ${pack.id} lacks its encoder or decoder.`)
  const isMerged = first.inputNames.includes('use_cache_branch')
  const later = isMerged ? undefined : await model(/(^|\/)decoder_with_past_model[^/]*\.onnx$/)
  if (!isMerged && !later)
    throw new Error(`The pack ${pack.id} lacks decoder_model_merged or decoder_with_past_model.`)
  const heads = config.decoder_attention_heads ?? config.num_heads ?? 1
  const size = config.d_kv ?? config.d_model / heads
  const decoder = createCachedDecoder(first, later, { heads, size })
  // The longest answer has to fit, too.
  const places = config.max_position_embeddings ?? Number.POSITIVE_INFINITY
  const mostTokens = Math.min(
    settings.mostTokens,
    Math.floor((places - GROWTH.more - MOST_PREFIX) / GROWTH.factor),
  )
  const specials = specialsOf(tokenizer, end)
  const idOf = (language: LanguageCode, other: number | null | undefined): number => {
    const token = family.tokens[language]
    const id = token === undefined ? other : tokenizer.token_to_id(token)
    if (id == null)
      throw new Error(`The pack ${pack.id} has no token for ${languageInfo(language).name}.`)
    return id
  }
  const idsOf = (text: string): readonly number[] =>
    tokenizer.encode(text, { add_special_tokens: false }).ids

  async function model(pattern: RegExp) {
    const file = fileLike(pack, pattern)
    return file === undefined ? undefined : openOnnx(join(pack.folder, ...file.split('/')), use)
  }
  async function translatePart(
    ids: readonly number[],
    language: { readonly source: number | undefined; readonly target: number },
    between: BetweenSteps,
  ): Promise<string> {
    // The source is announced by its own language (NLLB, M2M-100) or by that of the answer (MADLAD).
    const input = [language.source ?? language.target, ...ids, end]
    const shape = [1, input.length]
    await between()
    const { last_hidden_state: hidden } =
      (await encoder?.run({
        input_ids: { values: input, shape },
        attention_mask: { values: input.map(() => 1), shape },
      })) ?? {}
    if (!(hidden?.values instanceof Float32Array))
      throw new Error('The encoder answers no last_hidden_state.')
    const forced = language.source === undefined ? [] : [language.target]
    const answer = await searchAnswer(
      decoder,
      { values: hidden.values, shape: hidden.shape },
      {
        prefix: [start, ...forced],
        end: end,
        forbidden: specials,
        beams: settings.beams,
        noRepeatNgram: settings.noRepeatNgramSize,
        lengthPenalty: settings.lengthPenalty,
        most: GROWTH.factor * ids.length + GROWTH.more,
      },
      between,
    )
    return tokenizer.decode([...answer], { skip_special_tokens: true }).trim()
  }
  return {
    async translate(sentence, direction, between) {
      const text = sentence.trim()
      if (text === '') return ''
      const language = {
        source: family.hasSource ? idOf(direction.source, undefined) : undefined,
        // A model that was tuned for one language begins every answer with the token that it borrows.
        target: idOf(direction.target, generation.forced_bos_token_id),
      }
      const translated: string[] = []
      for (const part of partsOf(text, mostTokens, (piece) => idsOf(piece).length))
        translated.push(await translatePart(idsOf(part), language, between))
      return translated.join(' ')
    },
  }
}

/** The ids that begin and end an answer. */
function boundsOf(
  config: z.infer<typeof Config>,
  generation: z.infer<typeof Generation>,
  packId: string,
): { readonly start: number; readonly end: number } {
  const eos = generation.eos_token_id ?? config.eos_token_id
  const end = Array.isArray(eos) ? eos[0] : eos
  const start = generation.decoder_start_token_id ?? config.decoder_start_token_id
  if (end == null || start == null)
    throw new Error(`The pack ${packId} does not say which tokens begin and end an answer.`)
  return { start, end }
}

/** Ids of all special tokens but the end: an answer that names a language or an unknown letter is none. */
function specialsOf(tokenizer: Tokenizer, end: number): ReadonlySet<number> {
  const ids = Array.from(tokenizer.get_added_tokens_decoder(), ([id, { special }]) => ({
    id,
    special,
  }))
  return new Set(ids.filter(({ id, special }) => special && id !== end).map(({ id }) => id))
}

async function readJson(
  pack: InstalledPack,
  pattern: RegExp,
  isOptional = false,
): Promise<unknown> {
  const name = fileLike(pack, pattern)
  if (name === undefined && isOptional) return undefined
  if (name === undefined) throw new Error(`The pack ${pack.id} has no file like ${pattern.source}.`)
  return JSON.parse(await readFile(join(pack.folder, ...name.split('/')), 'utf8'))
}

function object(value: unknown): object {
  if (typeof value === 'object' && value !== null) return value
  throw new Error('The files of the tokenizer are no JSON objects.')
}
