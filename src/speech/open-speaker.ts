import { join } from 'node:path'
import type { Cloner } from './engines/cloner.ts'
import { fliteLettersToSound } from './engines/flite/letters-to-sound.ts'
import { registeredEngines } from './engines/registry.ts'
import { createLexiconCheck } from './integrity/resources.ts'
import { modelsBeside } from './models/catalog.ts'
import { openDiacritizer } from './open-diacritizer.ts'
import { createSpeaker } from './pipeline/speak.ts'
import { INSPECTOR, type Inspector } from './recordings/inspector.ts'
import type { LocalSpeaker } from './speaker.ts'
import { openLanguageIdentifier } from './text/detect/languages.ts'

/**
 * A speaker in this process: for a speech worker, and for a command that needs no server. `engineId`: speaks with this
 * engine alone; left out, with all that are registered. Models are loaded with the first voice that needs them.
 */
export async function openSpeaker(
  resources: string,
  engineId?: string,
): Promise<LocalSpeaker & Cloner & Inspector> {
  const engines = registeredEngines()
    .filter(({ id }) => engineId === undefined || id === engineId)
    .map((definition) => ({ definition, engine: definition.create(resources) }))
  if (engines.length === 0) throw new RangeError(`No speech engine is registered as "${engineId}".`)
  const diacritizer = openDiacritizer(resources)
  // The diacritizer warns of a model that is missing or damaged.
  const languages = openLanguageIdentifier(modelsBeside(resources), () => undefined)
  const checkLexicons = createLexiconCheck(resources)
  const speaker = createSpeaker({
    engines,
    lettersToSound: fliteLettersToSound,
    lexicons: join(resources, 'lexicons'),
    checkLexicons,
    restoreMarks: async ({ text, ...overrides }) => {
      await checkLexicons('yo')
      return diacritizer.mark(text, overrides)
    },
    detectWords: languages.detectWords,
  })
  const cloner = engines
    .map(({ engine }) => engine.createCloner?.(speaker))
    .find((made) => made !== undefined)
  return { ...speaker, ...INSPECTOR, ...(cloner ?? NO_CLONER) }
}

const NO_CLONER: Cloner = {
  clone: async () => {
    throw new Error('no speech engine in this process makes voices of recordings')
  },
}
