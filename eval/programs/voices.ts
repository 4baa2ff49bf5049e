import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findData, type Measure, parseOptions, readLines, required } from '../measure.ts'
import { type VoicePrint, voiceDistance } from '../scores/voice-distance.ts'
import {
  createVoiceAnalyser,
  knownSpeaker,
  placeAmong,
  placementInWords,
  placementsInWords,
  readBackgroundModel,
  readRecordings,
  type SpeakerPlacement,
  soundsIn,
} from '../speakers.ts'

const SHOWN_PAIRS = 8

export const voices: Measure = {
  summary: 'how far voices are apart; whether a clone is its speaker',
  help: `npm run eval -- voices --dir FOLDER
npm run eval -- voices --clips FILE --clones FOLDER [--skip FILE]

The first form prints the pitch of each voice and the nearest pairs: distances of pitch and mel-cepstra, on a scale on which two
halves of one real speaker lie 0.5 to 2.2 apart (mean 1.3). The second compares each clone with the recordings of every speaker: that
distance, and a score of speaker verification (Gaussian mixtures, Reynolds, Quatieri & Dunn 2000), which halves of one real speaker
give +1.4 to +4.0 (mean +2.4).

  --dir FOLDER      FOLDER/VOICE/*.wav, as "npm run eval -- speak" writes them
  --clips FILE      a table of recordings: file, speaker, …; with a row of names; the sounds in clips/ beside it
  --clones FOLDER   FOLDER/SPEAKER/*.wav
  --skip FILE       files of the table, one a line, that the clones were made of: they are not compared with`,
  async run(args) {
    const options = parseOptions(args, {
      dir: { type: 'string' },
      clips: { type: 'string' },
      clones: { type: 'string' },
      skip: { type: 'string' },
    })
    if (options.dir !== undefined) return compareVoices(findData(options.dir, 'voices to compare'))
    const clones = findData(required('clones', options.clones), 'clones to compare')
    const skipped = options.skip === undefined ? [] : readLines(options.skip)
    return compareClones(required('clips', options.clips), clones, new Set(skipped))
  },
}

async function compareVoices(folder: string): Promise<void> {
  const analyse = createVoiceAnalyser()
  const prints: { readonly name: string; readonly print: VoicePrint }[] = []
  for (const name of foldersIn(folder)) {
    const { print } = await analyse(soundsIn(join(folder, name)))
    prints.push({ name, print })
    const range = print.rangeSemitones.toFixed(1)
    console.log(`${name}\tF0 ${print.f0Hz.toFixed(0)} Hz\trange ${range} semitones`)
  }
  const pairs = prints
    .flatMap((a, at) =>
      prints.slice(at + 1).map((b) => ({
        names: `${a.name} ~ ${b.name}`,
        distance: voiceDistance(a.print, b.print),
      })),
    )
    .sort((a, b) => a.distance - b.distance)
  for (const { distance, names } of pairs.slice(0, SHOWN_PAIRS))
    console.log(`${distance.toFixed(2)}\t${names}`)
  const [nearest, median] = [pairs[0], pairs[pairs.length >> 1]]
  console.log(
    `voices ${prints.length}  nearest pair ${nearest?.distance.toFixed(2)}  median pair ${median?.distance.toFixed(2)}`,
  )
}

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

async function compareClones(
  clips: string,
  folder: string,
  skipped: ReadonlySet<string>,
): Promise<void> {
  const analyse = createVoiceAnalyser()
  const background = readBackgroundModel()
  const kept = readRecordings(clips).filter(({ file }) => !skipped.has(file))
  const recordings = Map.groupBy(kept, ({ speaker }) => speaker)
  const names = foldersIn(folder).filter((name) => recordings.has(name))
  const speakers = []
  for (const name of names) {
    const sounds = (recordings.get(name) ?? []).map(({ sound }) => sound)
    speakers.push(knownSpeaker(name, await analyse(sounds), background))
  }
  const placements: SpeakerPlacement[] = []
  for (const speaker of speakers) {
    const clone = await analyse(soundsIn(join(folder, speaker.name)))
    const place = placeAmong(clone, speakers, speaker.name, background)
    placements.push(place)
    const { f0Hz } = clone.print
    console.log(placementInWords(speaker.name, f0Hz, speaker, place, speakers.length))
  }
  console.log(placementsInWords(placements))
}
