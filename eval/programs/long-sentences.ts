import { SAMPLE_RATE } from '#shared/audio.ts'
import { resample } from '#speech/dsp/resample.ts'
import { RATE } from '../audio/read-sound.ts'
import { type Measure, parseOptions, required, UsageError, wholeNumber } from '../measure.ts'
import { openPhoneRecogniser, RECOGNISED, recogniserPhones } from '../phone-recogniser.ts'
import { type AlignedPair, alignSymbols } from '../scores/edit-distance.ts'
import { percent } from '../scores/percent.ts'
import { openSynthesis } from '../speech.ts'
import { readTexts } from '../texts.ts'

export const longSentences: Measure = {
  summary: 'Yoruba, Pidgin, Amharic: phones that a voice leaves out or repeats in long sentences',
  help: `npm run eval -- long-sentences --language yo|pcm|am --voice NAME --texts FILE [options]

Speaks the texts and compares what the recogniser of native phones hears with the phones that were to be said. A word that is left out
shows as several deletions in a row, one that is said twice as several insertions. The recogniser itself misses single phones, and
more of them in quick speech: prints every sentence with a run of at least --run, and how many there are.

  --column NAME   of a table or of JSON Lines
  --least N       only texts of at least N characters (default 100)
  --max N         only the first N of these (default 700)
  --run N         phones in a row (default 5)`,
  async run(args) {
    const options = parseOptions(args, {
      language: { type: 'string' },
      voice: { type: 'string' },
      texts: { type: 'string' },
      column: { type: 'string' },
      least: { type: 'string', default: '100' },
      max: { type: 'string', default: '700' },
      run: { type: 'string', default: '5' },
    })
    const language = RECOGNISED.find((code) => code === options.language)
    if (!language) throw new UsageError(`--language is one of ${RECOGNISED.join(', ')}.`)
    const voice = required('voice', options.voice)
    const least = wholeNumber('least', options.least)
    const max = wholeNumber('max', options.max)
    const run = wholeNumber('run', options.run)
    const origin = 'sentences of a language, as in MAFAND (masakhane-io/lafand-mt)'
    const texts = readTexts(required('texts', options.texts), options.column, origin)
      .filter((text) => text.length >= least)
      .slice(0, max)
    const { speak } = await openSynthesis()
    const recognise = await openPhoneRecogniser()
    let [phones, errors, found] = [0, 0, 0]
    for (const text of texts) {
      const { samples, timings } = await speak({ text, voice, language })
      const said = timings.phones.flatMap((phone) => recogniserPhones(phone.text))
      const heard = await recognise(resample(samples, SAMPLE_RATE, RATE), language)
      const pairs = alignSymbols(said, heard)
      phones += said.length
      errors += pairs.filter(([a, b]) => a !== b).length
      const deleted = longestRun(pairs, 1)
      const inserted = longestRun(pairs, 0)
      if (Math.max(deleted, inserted) < run) continue
      found++
      console.log(`deleted ${deleted}\tinserted ${inserted}\t${text}`)
    }
    const share = percent(errors, phones, 1)
    console.log(
      `${voice} ${language}  sentences ${texts.length}  phones ${phones}  phone error rate ${share}  with a run of ${run}: ${found}`,
    )
  },
}

/** The most pairs in a row that lack a symbol on one side (0: said, 1: heard). */
function longestRun(pairs: readonly AlignedPair<string>[], side: number): number {
  let [run, longest] = [0, 0]
  for (const pair of pairs) {
    run = pair[side] === undefined ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}
