import { join } from 'node:path'
import { type OpenSegmentRecogniser, openSegmentRecogniser } from './cloning/segment-recogniser.ts'
import { createTranscriptJudge } from './cloning/transcript-fit.ts'
import type { Cloner } from './engines/cloner.ts'
import {
  engineOfPack,
  leaveOutIncomplete,
  lettersToSound,
  PACK_WORKER,
  registeredEngines,
} from './engines/registry.ts'
import { createLexiconCheck } from './integrity/resources.ts'
import type { OpenHomographs } from './languages/en/phonemes/english-reader.ts'
import { modelsBeside } from './models/catalog.ts'
import type { SpeechModels, SpeechPack } from './models/speech-pack.ts'
import { openDiacritizers } from './open-diacritizer.ts'
import { openHomographTagger } from './open-homograph-tagger.ts'
import { createSpeaker, type OpenEngine } from './pipeline/speak.ts'
import type { PredictProsody } from './pipeline/speak-sentences.ts'
import { openProsodyModel, type ProsodyModel } from './prosody/prosody-model.ts'
import { INSPECTOR, type Inspector } from './recordings/inspector.ts'
import type { LocalSpeaker } from './speaker.ts'
import { openLanguageIdentifier } from './text/detect/languages.ts'

/**
 * A speaker in this process: for a speech worker, and for a command that needs no server. `engineId`: speaks with this
 * engine alone, or with the packs that its orders name (`PACK_WORKER`), whose models `packModels` runs; left out, with all that
 * are registered. Models are loaded with the first voice that needs them.
 */
export async function openSpeaker(
  resources: string,
  engineId?: string,
  packModels?: SpeechModels,
): Promise<LocalSpeaker & Cloner & Inspector> {
  if (engineId === undefined)
    await leaveOutIncomplete(resources, (error) => process.emitWarning(error))
  const engines = registeredEngines()
    .filter(({ id }) => engineId === undefined || id === engineId)
    .map((definition) => ({ definition, engine: definition.create(resources) }))
  if (engines.length === 0 && engineId !== PACK_WORKER)
    throw new RangeError(`No speech engine is registered as "${engineId}".`)
  const diacritizers = openDiacritizers(resources)
  // The diacritizer warns of a model that is missing or damaged.
  const languages = openLanguageIdentifier(modelsBeside(resources), () => undefined)
  const checkLexicons = createLexiconCheck(resources)
  const speaker = createSpeaker({
    engines,
    engineOf: packModels && rememberPackEngines(resources, packModels),
    lettersToSound: lettersToSound(),
    lexicons: join(resources, 'lexicons'),
    checkLexicons,
    openHomographs: openHomographsOnce(modelsBeside(resources)),
    restoreMarks: async ({ text, language, ...overrides }) => {
      const diacritizer = diacritizers.get(language)
      if (!diacritizer) throw new RangeError(`No marks are restored in "${language}".`)
      await checkLexicons(language)
      return diacritizer.mark(text, overrides)
    },
    detectWords: languages.detectWords,
    predictProsody: predictProsodyWith(modelsBeside(resources)),
  })
  const judge = createTranscriptJudge(speaker, recogniserOnce(modelsBeside(resources)))
  const cloner = engines
    .map(({ engine }) => engine.createCloner?.(speaker, judge))
    .find((made) => made !== undefined)
  return { ...speaker, ...INSPECTOR, ...(cloner ?? NO_CLONER) }
}

/** The engine of the pack of an order; one for each pack, made anew where what is known of it has changed. */
function rememberPackEngines(
  resources: string,
  models: SpeechModels,
): (pack: SpeechPack) => OpenEngine {
  const known = new Map<string, { readonly key: string; readonly open: OpenEngine }>()
  return (pack) => {
    const key = JSON.stringify(pack)
    const before = known.get(pack.id)
    if (before?.key === key) return before.open
    const definition = engineOfPack(pack, models)
    const open = { definition, engine: definition.create(resources) }
    known.set(pack.id, { key, open })
    return open
  }
}

/**
 * Timing and melody by the model, loaded with the first sentence. Where it is missing or damaged, that is said once on
 * standard error, and rules make both.
 */
function predictProsodyWith(models: string): PredictProsody {
  let opened: Promise<ProsodyModel | undefined> | undefined
  return async (sentence, manner) => {
    opened ??= openProsodyModel(models).catch((error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error))
      return undefined
    })
    return (await opened)?.predict(sentence, manner)
  }
}

/**
 * The tagger of English homographs, loaded with the first English sentence. Where it is missing or damaged, that is said
 * once on standard error, and rules choose.
 */
function openHomographsOnce(models: string): OpenHomographs {
  let opened: ReturnType<OpenHomographs> | undefined
  return () => {
    opened ??= openHomographTagger(models).catch((error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error))
      return undefined
    })
    return opened
  }
}

/**
 * The recogniser of segments, loaded with the first recording. Where it is missing or damaged, that is said once on standard
 * error, and only the alignment with speech tells whether a transcript fits.
 */
function recogniserOnce(models: string): OpenSegmentRecogniser {
  let opened: ReturnType<OpenSegmentRecogniser> | undefined
  return () => {
    opened ??= openSegmentRecogniser(models).catch((error: unknown) => {
      process.emitWarning(error instanceof Error ? error : String(error))
      return undefined
    })
    return opened
  }
}

const NO_CLONER: Cloner = {
  clone: async () => {
    throw new Error('no speech engine in this process makes voices of recordings')
  },
}
