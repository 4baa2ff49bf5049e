import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageCode } from '#shared/languages/languages.ts'

/** What directions.json says of a direction; `src/translation/translator.ts` checks it. */
export interface DirectionSettings {
  readonly source: LanguageCode
  readonly target: LanguageCode
  readonly quality: 'draft' | 'word help'
  readonly weights: readonly number[]
  readonly beam: number
  readonly reach: number
  readonly consensus: number
  readonly compared: number
}

export function readDirections(models: string): readonly DirectionSettings[] {
  const { directions } = JSON.parse(readFileSync(join(models, 'directions.json'), 'utf8')) as {
    directions: readonly DirectionSettings[]
  }
  return directions
}
