import { readSound } from '../audio/read-sound.ts'
import { type SpeechFrames, speechFrames } from '../audio/speech-frames.ts'
import { findData, type Measure, parseOptions, readRows, required } from '../measure.ts'
import { compareSpeech, type Likeness, meanWithInterval } from '../scores/likeness.ts'

/** Name, unit and digits behind the point of each figure. */
const FIGURES: readonly (readonly [keyof Likeness, string, string, number])[] = [
  ['mcd', 'MCD', ' dB', 2],
  ['mcdCentred', 'centred', ' dB', 2],
  ['f0Rmse', 'F0 RMSE', ' st', 2],
  ['f0RmseCentred', 'about the mean', ' st', 2],
  ['f0Correlation', 'F0 correlation', '', 2],
  ['voicingErrors', 'VUV', ' %', 1],
  ['duration', 'duration', '', 2],
  ['speechDuration', 'speech', '', 2],
]

export const likeness: Measure = {
  summary:
    'a synthesis against a recording of the same text: mel-cepstra, pitch, voicing, duration',
  help: `npm run eval -- likeness --list FILE [--verbose]

Prints means over pairs, each with its 95 % interval: mel-cepstral distortion along the path of dynamic time warping, as it is and
without each recording's own mean ("centred": without microphone and colour); the difference of the pitch in semitones, as it is and
about each recording's mean, and its correlation; frames that are voiced in only one; lengths, with and without pauses.

  --list FILE   synthesis TAB recording
  --verbose     prints the figures of each pair`,
  async run(args) {
    const options = parseOptions(args, {
      list: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    })
    const list = findData(required('list', options.list), 'a list that you make')
    const known = new Map<string, SpeechFrames>()
    const results: Likeness[] = []
    for (const [synthesis = '', recording = ''] of readRows(list)) {
      const reference = known.get(recording) ?? speechFrames(await readSound(recording))
      known.set(recording, reference)
      const result = compareSpeech(speechFrames(await readSound(synthesis)), reference)
      results.push(result)
      if (options.verbose) console.log(`${synthesis}\t${inWords(result)}`)
    }
    const means = FIGURES.map(([key, name, unit, digits]) => {
      const [mean, half] = meanWithInterval(results.map((result) => result[key]))
      const interval = `[${(mean - half).toFixed(digits)}, ${(mean + half).toFixed(digits)}]`
      return `${name} ${mean.toFixed(digits)} ${interval}${unit}`
    })
    console.log(`pairs ${results.length}  ${means.join('  ')}`)
  },
}

function inWords({ mcd, f0Rmse, f0Correlation, duration }: Likeness): string {
  return [
    `MCD ${mcd.toFixed(2)}`,
    `F0 ${f0Rmse.toFixed(2)} st`,
    `correlation ${f0Correlation.toFixed(2)}`,
    `duration ${duration.toFixed(2)}`,
  ].join('\t')
}
