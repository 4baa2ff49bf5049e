import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { z } from 'zod'
import { fileLike, type InstalledPack, ThreadSettings } from '#inference/pack.ts'
import { createCachedDecoder } from '#inference/runtimes/decoder-cache.ts'
import type { BetweenSteps, HearingOptions, Recogniser } from '#inference/runtimes/runtime.ts'
import { AppError } from '#shared/errors.ts'
import { languageInfo } from '#shared/languages/languages.ts'
import { openOnnx } from '#speech/models/onnx.ts'
import { greedy } from './greedy.ts'
import { logMel, MEL, MEL_FRAMES } from './mel.ts'
import { estimatedWords, segmentsOf } from './segments.ts'
import { whisperTokens } from './tokens.ts'

const Config = z.object({
  d_model: z.int(),
  decoder_attention_heads: z.int(),
  num_mel_bins: z.int().default(80),
  max_target_positions: z.int().default(448),
})
const Generation = z.object({
  suppress_tokens: z.array(z.int()).nullish(),
  begin_suppress_tokens: z.array(z.int()).nullish(),
})
const Preprocessor = z.object({ feature_size: z.int().optional() })

/** Most ids of special words: the model keeps half of its memory for what came before. */
const MOST_PROMPT = 100

/**
 * Loads a Whisper model (Radford et al. 2022) in the files of Hugging Face's optimum: encoder_model,
 * decoder_model_merged (or decoder_model and decoder_with_past_model), config.json, generation_config.json,
 * preprocessor_config.json and tokenizer.json. Special words stand before the text, as if they had just been said.
 */
export async function openWhisper(pack: InstalledPack, threads: number): Promise<Recogniser> {
  const use = ThreadSettings.parse(pack.settings).threads ?? threads
  const config = Config.parse(await json('config', true))
  const generation = Generation.parse(await json('generation_config'))
  const { feature_size: bands = config.num_mel_bins } = Preprocessor.parse(
    await json('preprocessor_config'),
  )
  const tokenizer = new Tokenizer(await json('tokenizer', true), await json('tokenizer_config'))
  const tokens = whisperTokens(tokenizer)
  const encoder = await model(/(^|\/)encoder_model[^/]*\.onnx$/)
  const first = await model(/(^|\/)decoder_model[^/]*\.onnx$/)
  if (!encoder || !first) throw new Error(`The pack ${pack.id} lacks its encoder or decoder.`)
  const isMerged = first.inputNames.includes('use_cache_branch')
  const later = isMerged ? undefined : await model(/(^|\/)decoder_with_past_model[^/]*\.onnx$/)
  const { d_model: width, decoder_attention_heads: heads } = config
  const decoder = createCachedDecoder(first, later, { heads, size: width / heads })

  async function json(name: string, isRequired = false): Promise<object> {
    const file = fileLike(pack, new RegExp(`(^|/)${name}\\.json$`))
    if (file === undefined && isRequired) throw new Error(`The pack ${pack.id} lacks ${name}.json.`)
    if (file === undefined) return {}
    return JSON.parse(await readFile(join(pack.folder, ...file.split('/')), 'utf8')) as object
  }
  async function model(pattern: RegExp) {
    const file = fileLike(pack, pattern)
    return file === undefined ? undefined : openOnnx(join(pack.folder, ...file.split('/')), use)
  }
  function prompt(words: readonly string[]): readonly number[] {
    if (words.length === 0 || tokens.previous === undefined) return []
    const text = ` ${words.join(', ')}`
    const { ids } = tokenizer.encode(text, { add_special_tokens: false })
    return [tokens.previous, ...ids.slice(0, MOST_PROMPT)]
  }
  return {
    mostSeconds: MEL.seconds,
    async hear(samples, { language: asked, specialWords }: HearingOptions, between: BetweenSteps) {
      if (asked && tokens.languages.size > 0 && !tokens.languages.has(asked))
        throw new AppError(
          'language/unsupported',
          `The pack ${pack.id} does not write down ${languageInfo(asked).name}.`,
        )
      await between()
      const { last_hidden_state: hidden } = await encoder.run({
        input_features: {
          type: 'float32',
          values: logMel(samples, bands),
          shape: [1, bands, MEL_FRAMES],
        },
      })
      if (!(hidden?.values instanceof Float32Array))
        throw new Error('The encoder answers no last_hidden_state.')
      const { ids, language, averageLogProbability } = await greedy(
        decoder,
        { values: hidden.values, shape: hidden.shape },
        {
          tokens,
          language: asked,
          prompt: prompt(specialWords),
          suppressed: generation.suppress_tokens ?? [],
          suppressedFirst: generation.begin_suppress_tokens ?? [],
          most: Math.floor(config.max_target_positions / 2),
        },
        between,
      )
      const segments = segmentsOf(ids, tokens, samples.length / MEL.rate).map((segment) => ({
        ...segment,
        text: tokenizer.decode([...segment.ids], { skip_special_tokens: true }).trim(),
      }))
      return {
        text: segments
          .map(({ text }) => text)
          .join(' ')
          .trim(),
        words: segments.flatMap(({ text, start, end }) =>
          estimatedWords(text, start, end).map((word) => ({ ...word, averageLogProbability })),
        ),
        ...{ language, averageLogProbability },
      }
    },
  }
}
