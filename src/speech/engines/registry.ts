import type { LettersToSound } from '#speech/languages/common/phonemizer.ts'
import type { SpeechModels, SpeechPack } from '#speech/models/speech-pack.ts'
import { voicesOf } from './cast.ts'
import type { EngineDefinition, EngineVoice, TraitsFormat } from './engine.ts'
import { FLITE } from './flite/definition.ts'
import { NEURAL } from './neural/definition.ts'
import { packEngine } from './packs/definition.ts'
import { packIdIn } from './packs/pack-voices.ts'

/**
 * One line an engine, the best first: it speaks where nothing says which. A voice that several of them have is the first
 * one's; the others stand in for it.
 */
const BUILT_IN: readonly EngineDefinition[] = [NEURAL, FLITE]

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

/** Name of the worker that speaks with all packs. No engine is registered under it. */
export const PACK_WORKER = 'packs'
/** Texts that this worker lays out at the same time, while models work in processes of their own. */
export const PACK_WORKER_PARALLEL = 4

/** The pack to which a voice of this id belongs, or would belong if it were installed. */
export function packOfVoice(voice: string): string {
  return packIdIn(voice)
}

/** The engine that speaks with an installed pack. */
export function engineOfPack(pack: SpeechPack, models: SpeechModels): EngineDefinition {
  return packEngine(pack, models)
}

/**
 * Leaves out the engines whose models are missing or damaged in this installation, so that others stand in for their
 * voices; one engine is always left. `onTrouble`: told of each, with an Error in words for people.
 */
export async function leaveOutIncomplete(
  resources: string,
  onTrouble: (error: Error) => void,
): Promise<void> {
  for (const { id, check } of registeredEngines()) {
    const trouble = await check?.(resources).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
    if (!trouble || known.size === 1) continue
    known.delete(id)
    onTrouble(trouble)
  }
}

/** The voices of all engines that are registered, each once: see `voicesOf`. */
export function systemVoices(): readonly EngineVoice[] {
  return voicesOf(registeredEngines())
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
