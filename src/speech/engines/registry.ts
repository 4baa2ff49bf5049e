import { LANGUAGES } from '#shared/languages/languages.ts'
import type { LettersToSound } from '#speech/languages/common/phonemizer.ts'
import type { EngineDefinition, EngineVoice, TraitsFormat } from './engine.ts'
import { FLITE } from './flite/definition.ts'

/** One line an engine. The first one speaks where nothing says which, and makes the voices of recordings. */
const BUILT_IN: readonly EngineDefinition[] = [FLITE]

const known = new Map<string, EngineDefinition>(BUILT_IN.map((engine) => [engine.id, engine]))

/** Every engine that is registered now, the default one first. */
export function registeredEngines(): readonly EngineDefinition[] {
  return [...known.values()]
}

/** The engine that speaks where nothing says which. */
export function defaultEngine(): EngineDefinition {
  const [first] = registeredEngines()
  if (!first) throw new Error('No speech engine is registered.')
  return first
}

/**
 * All that is known of an engine. Throws a RangeError where nothing is.
 * @example `engineFor('flite').id` is `'flite'`.
 */
export function engineFor(id: string): EngineDefinition {
  const engine = known.get(id)
  if (!engine) throw new RangeError(`No speech engine is registered as "${id}".`)
  return engine
}

/** How an engine keeps the traits of custom voices. Throws an Error where it has none, RangeError as `engineFor`. */
export function traitsFormatOf(id: string): TraitsFormat {
  const { traits } = engineFor(id)
  if (!traits) throw new Error(`The speech engine "${id}" has no custom voices.`)
  return traits
}

/** Letter-to-sound rules of the first engine that has some. Throws an Error where none has. */
export function lettersToSound(): LettersToSound {
  const rules = registeredEngines().find((engine) => engine.lettersToSound)?.lettersToSound
  if (!rules) throw new Error('No speech engine has letter-to-sound rules.')
  return rules
}

/**
 * Adds an engine to those of this process; answers what takes it out again. Throws a RangeError where its id or the id of
 * one of its voices is taken, and where it sends texts to another computer.
 */
export function registerEngine(engine: EngineDefinition): () => void {
  if (known.has(engine.id)) throw new RangeError(`"${engine.id}" is registered already.`)
  if (engine.capabilities.leavesMachine)
    throw new RangeError(
      `"${engine.id}" sends texts to another computer. Griot speaks on this one.`,
    )
  for (const { id } of engine.voices()) {
    const other = systemVoice(id)
    if (other) throw new RangeError(`The voice "${id}" belongs to "${other.engine}" already.`)
  }
  known.set(engine.id, engine)
  return () => known.delete(engine.id)
}

/** The voices of all engines, by language in the order of `LANGUAGES`. */
export function systemVoices(): readonly EngineVoice[] {
  const place = new Map<string, number>(LANGUAGES.map(({ code }, index) => [code, index]))
  const placeOf = ({ language }: EngineVoice): number => place.get(language) ?? LANGUAGES.length
  return registeredEngines()
    .flatMap((engine) => engine.voices())
    .sort((one, other) => placeOf(one) - placeOf(other))
}

/**
 * The voice of an engine by its id, in any case; undefined where there is none.
 * @example `systemVoice('sade')?.language` is `'yo'`.
 */
export function systemVoice(id: string): EngineVoice | undefined {
  const wanted = id.trim().toLowerCase()
  return registeredEngines()
    .flatMap((engine) => engine.voices())
    .find((voice) => voice.id === wanted)
}
