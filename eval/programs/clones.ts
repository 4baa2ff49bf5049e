import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeSound } from '#media/decode.ts'
import { CUSTOM_VOICE_LIMITS } from '#shared/custom-voices.ts'
import { type LanguageCode, languageOf } from '#shared/languages/languages.ts'
import type { VoiceInfo } from '#shared/voices.ts'
import { addNoise, type NoiseKind } from '../audio/add-noise.ts'
import { getFfmpeg } from '../audio/read-sound.ts'
import { EVERYDAY_SENTENCES } from '../everyday-sentences.ts'
import { type Measure, parseOptions, required, UsageError, wholeNumber } from '../measure.ts'
import {
  createVoiceAnalyser,
  type KnownSpeaker,
  knownSpeaker,
  placeAmong,
  placementInWords,
  placementsInWords,
  type Recording,
  readBackgroundModel,
  readRecordings,
  type SpeakerPlacement,
} from '../speakers.ts'
import { openSynthesis, writeSpeech } from '../speech.ts'

const MOST_SECONDS = CUSTOM_VOICE_LIMITS.seconds.max + 1
/** Length of the clip of each speaker that is chosen without --each, in seconds. */
const CHOSEN_SECONDS = 9
const never = new AbortController().signal

export const clones: Measure = {
  summary: 'clones voices of recordings and compares them with their speakers',
  help: `npm run eval -- clones --clips FILE --out FOLDER [--each] [options]

Makes a voice of one recording of each speaker who has several (the one nearest to 9 s), speaks everyday sentences with it, and
compares it with the speaker's other recordings and with all other speakers, as "voices" does. The last line but one is that of the
recordings themselves. Writes FOLDER/NAME/01.wav and so on, and FOLDER/sounds.tsv (sound, text) for "intelligibility" and "speech-quality".

  --clips FILE    a table of recordings: file, speaker, language, sex, seconds, transcript; with a row of names; the sounds
                  in clips/ beside it. What has no transcript is cloned without.
  --each          a voice of every recording in turn
  --max N         how many sentences each clone speaks (default 20)
  --noise KIND    pink or babble (of the other speakers), added to the recording
  --snr DB        how far the noise lies below the speech (default 10)
  --clean         takes the noise out first, as the studio does`,
  async run(args) {
    const options = parseOptions(args, {
      clips: { type: 'string' },
      out: { type: 'string' },
      each: { type: 'boolean', default: false },
      max: { type: 'string', default: '20' },
      noise: { type: 'string' },
      snr: { type: 'string', default: '10' },
      clean: { type: 'boolean', default: false },
    })
    const recordings = severalOf(readRecordings(required('clips', options.clips)))
    const chosen = options.each ? recordings : onePerSpeaker(recordings)
    const sentences = EVERYDAY_SENTENCES.slice(0, wholeNumber('max', options.max))
    const how = { noise: noiseKind(options.noise), snr: Number(options.snr), clean: options.clean }
    const made = await makeClones(required('out', options.out), chosen, recordings, sentences, how)
    await compare(made, recordings, options.each ? undefined : chosen)
  },
}

function noiseKind(name: string | undefined): NoiseKind | undefined {
  if (name === undefined || name === 'pink' || name === 'babble') return name
  throw new UsageError(`--noise is pink or babble, not "${name}".`)
}

/** Recordings of speakers who have more than one. */
function severalOf(recordings: readonly Recording[]): readonly Recording[] {
  const groups = Map.groupBy(recordings, ({ speaker }) => speaker)
  return recordings.filter(({ speaker }) => (groups.get(speaker)?.length ?? 0) > 1)
}

function onePerSpeaker(recordings: readonly Recording[]): readonly Recording[] {
  const off = ({ seconds }: Recording): number => Math.abs(seconds - CHOSEN_SECONDS)
  return [...Map.groupBy(recordings, ({ speaker }) => speaker).values()].flatMap((own) =>
    [...own].sort((a, b) => off(a) - off(b)).slice(0, 1),
  )
}

interface Clone {
  readonly recording: Recording
  readonly sounds: readonly string[]
}

interface Treatment {
  readonly noise: NoiseKind | undefined
  readonly snr: number
  readonly clean: boolean
}

async function makeClones(
  folder: string,
  chosen: readonly Recording[],
  all: readonly Recording[],
  sentences: readonly string[],
  { noise, snr, clean }: Treatment,
): Promise<readonly Clone[]> {
  const { speak, clone, clean: takeNoiseOut } = await openSynthesis()
  const decode = ({ sound }: Recording) => decodeSound(sound, getFfmpeg, MOST_SECONDS, never)
  const rows: string[] = []
  const made: Clone[] = []
  for (const recording of chosen) {
    const language = languageOf(recording.language) ?? 'en'
    const speech = await decode(recording)
    const others = noise === 'babble' ? await Promise.all(babblers(recording, all).map(decode)) : []
    const noisy = noise === undefined ? speech : addNoise(speech, noise, snr, others)
    const samples = clean ? await takeNoiseOut(noisy, never) : noisy
    const { transcript } = recording
    const { engine, traits } = await clone({ samples, transcript, language }, never)
    const info = voiceInfo(language)
    const custom = { engine, info, traits }
    const sounds: string[] = []
    for (const [at, text] of sentences.entries()) {
      const name = recording.file.replace(/\.\w+$/, '')
      const sound = join(folder, name, `${String(at + 1).padStart(2, '0')}.wav`)
      const order = { text, voice: info.id, language: 'en', custom }
      writeSpeech(sound, await speak(order))
      sounds.push(sound)
      rows.push(`${sound}\t${text}\n`)
    }
    made.push({ recording, sounds })
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sounds.tsv'), rows.join(''))
  return made
}

/** One recording of each of four other speakers. */
function babblers({ speaker }: Recording, all: readonly Recording[]): readonly Recording[] {
  const others = all.filter((other) => other.speaker !== speaker)
  return onePerSpeaker(others).slice(0, 4)
}

function voiceInfo(language: LanguageCode): VoiceInfo {
  return { id: 'clone', name: 'Clone', gender: 'female', language, character: '', sample: '' }
}

/**
 * Prints where each clone stands. It is compared with recordings that no clone was made of, or, where one was made of every
 * recording (`used` undefined), with those of its speaker but its own.
 */
async function compare(
  made: readonly Clone[],
  recordings: readonly Recording[],
  used: readonly Recording[] | undefined,
): Promise<void> {
  const analyse = createVoiceAnalyser()
  const background = readBackgroundModel()
  const groups = Map.groupBy(recordings, ({ speaker }) => speaker)
  const without = async (name: string, left: readonly Recording[]): Promise<KnownSpeaker> => {
    const own = (groups.get(name) ?? []).filter((recording) => !left.includes(recording))
    const sounds = own.map(({ sound }) => sound)
    return knownSpeaker(name, await analyse(sounds), background)
  }
  const whole: KnownSpeaker[] = []
  for (const name of groups.keys()) whole.push(await without(name, used ?? []))
  const placements: SpeakerPlacement[] = []
  const references: SpeakerPlacement[] = []
  for (const { recording, sounds } of made) {
    const own = await without(recording.speaker, used ?? [recording])
    const speakers = whole.map((other) => (other.name === own.name ? own : other))
    const clone = await analyse(sounds)
    const place = placeAmong(clone, speakers, own.name, background)
    const itself = await analyse([recording.sound])
    placements.push(place)
    references.push(placeAmong(itself, speakers, own.name, background))
    const { f0Hz } = clone.print
    console.log(placementInWords(recording.file, f0Hz, own, place, speakers.length))
  }
  console.log(`their recordings: ${placementsInWords(references)}`)
  console.log(placementsInWords(placements))
}
