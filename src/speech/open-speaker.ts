import { join } from 'node:path'
import { createVoice } from './engines/flite/base-voice.ts'
import { createCloner } from './engines/flite/clone/cloner.ts'
import { openFlite } from './engines/flite/flite.ts'
import { rememberSpeech } from './engines/flite/remember-speech.ts'
import { SYSTEM_VOICES as VOICES } from './engines/flite/system-voices.ts'
import { openDiacritizer } from './languages/yo/marks.ts'
import { modelsBeside } from './models/catalog.ts'
import { createLexiconCheck } from './models/resources-check.ts'
import type { LettersToSound } from './phonemes/phonemize.ts'
import { createSpeaker } from './pipeline/speak.ts'
import { openLanguages } from './text/detect/languages.ts'
import type { Cloner, Inspector } from './worker/clone.ts'
import type { LocalSpeaker } from './worker/speaker.ts'

/** A speaker in this process: for the synthesis process, and for a command that needs no server. */
export async function openSpeaker(resources: string): Promise<LocalSpeaker & Cloner & Inspector> {
  const flite = await openFlite()
  const voices = new Map(VOICES.map((profile) => [profile.info.id, createVoice(profile, flite)]))
  const lettersToSound: LettersToSound = async (words) => flite.lettersToSound(words)
  const lexicons = join(resources, 'lexicons')
  const diacritizer = openDiacritizer(resources)
  // The diacritizer warns of a model that is missing or damaged.
  const languages = openLanguages(modelsBeside(resources), () => undefined)
  // A voice in the making says the same words with one trait after the other.
  const remembering = rememberSpeech(flite)
  const speaker = createSpeaker({
    voices,
    voiceOf: (profile) => createVoice(profile, remembering),
    lettersToSound,
    lexicons,
    checkLexicons: createLexiconCheck(resources),
    restoreMarks: ({ text, ...wishes }) => diacritizer.mark(text, wishes),
    tellWords: languages.words,
  })
  return { ...speaker, ...createCloner(speaker) }
}
