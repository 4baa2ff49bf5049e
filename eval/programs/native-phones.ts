import { dirname, join } from 'node:path'
import { readSound } from '../audio/read-sound.ts'
import { griotFilter, type LineFilter, shellFilter } from '../line-filter.ts'
import {
  findData,
  type Measure,
  parseOptions,
  readRows,
  required,
  UsageError,
  wholeNumber,
} from '../measure.ts'
import { openPhoneRecogniser, RECOGNISED, recogniserPhones } from '../phone-recogniser.ts'
import { bootstrapErrorRate, type ClipErrors } from '../scores/bootstrap.ts'
import { type AlignedPair, alignSymbols } from '../scores/edit-distance.ts'
import { percent } from '../scores/percent.ts'

const ORIGIN =
  'recordings with their texts, as in ogunlao/yoruba_speech_project, BlessingBassey/Nigerian_Pidgin_Speech_project and IsraelAbebe/Amharic-ASR-Dataset (MIT)'

interface Clip {
  readonly sound: string
  readonly text: string
  /** Griot's IPA of the text; left out where it is still to be made. */
  readonly ipa?: string | undefined
}

export const nativePhones: Measure = {
  summary: 'Yoruba, Pidgin, Amharic: phone error rate of a recogniser that learned native speech',
  help: `npm run eval -- native-phones --language yo|pcm|am (--list FILE | --clips FILE [--dir FOLDER]) [options]

Prints the phones that are misheard most, and the phone error rate with its 95 % interval (bootstrap over clips). Stress, length, tone
and syllables do not count. Read it beside the figure of native recordings: what counts is the ratio.

  --list FILE        sound TAB text [TAB phones]
  --clips FILE       a table of recordings: file, language, transcript, seconds, phones; with a row of names; sounds beside it
  --dir FOLDER       with --clips: the syntheses of the same texts, NAME.wav for NAME.flac
  --command COMMAND  makes the IPA of texts without phones with a command of the shell, instead of with this checkout
  --show N           prints N phones (default 8)
  --verbose          prints what was heard in each sound`,
  async run(args) {
    const options = parseOptions(args, {
      language: { type: 'string' },
      list: { type: 'string' },
      clips: { type: 'string' },
      dir: { type: 'string' },
      command: { type: 'string' },
      show: { type: 'string', default: '8' },
      verbose: { type: 'boolean', default: false },
    })
    const language = RECOGNISED.find((code) => code === options.language)
    if (!language) throw new UsageError(`--language is one of ${RECOGNISED.join(', ')}.`)
    const listed =
      options.clips === undefined
        ? readList(required('list', options.list))
        : readClips(options.clips, options.dir)
    const filter =
      options.command === undefined ? ipaFilter(language) : shellFilter(options.command)
    const recognise = await openPhoneRecogniser()
    const errors: ClipErrors[] = []
    const pairs: AlignedPair<string>[] = []
    for (const { sound, ipa = '' } of withIpa(listed, filter)) {
      const said = recogniserPhones(ipa)
      const heard = await recognise(await readSound(sound), language)
      const aligned = alignSymbols(said, heard)
      const wrong = aligned.filter(([a, b]) => a !== b).length
      errors.push({ said: said.length, errors: wrong })
      pairs.push(...aligned)
      if (options.verbose)
        console.log(`${percent(wrong, said.length, 0)}\t${sound}\t${heard.join(' ')}`)
    }
    for (const line of mostMisheard(pairs).slice(0, wholeNumber('show', options.show)))
      console.log(line)
    console.log(`${language}  clips ${errors.length}  ${inWords(errors, pairs)}`)
  },
}

function readList(path: string): readonly Clip[] {
  return readRows(findData(path, ORIGIN)).map(([sound = '', text = '', ipa]) => ({
    ...{ sound, text, ipa },
  }))
}

function readClips(given: string, folder: string | undefined): readonly Clip[] {
  const path = findData(given, ORIGIN)
  return readRows(path)
    .slice(1)
    .map(([file = '', , text = '', , ipa]) => {
      const synthesis = join(folder ?? '', file.replace(/\.\w+$/, '.wav'))
      const sound = folder === undefined ? join(dirname(path), file) : synthesis
      return { sound, text, ipa }
    })
}

/** Texts to IPA as Griot speaks them; Yoruba after its marks are restored. */
function ipaFilter(language: string): LineFilter {
  const phonemes = griotFilter('phonemes', '--language', language)
  const marks = griotFilter('diacritics')
  return (lines) => phonemes(language === 'yo' ? marks(lines) : lines)
}

function withIpa(clips: readonly Clip[], filter: LineFilter): readonly Clip[] {
  if (clips.every(({ ipa }) => ipa)) return clips
  const made = filter(clips.map(({ text }) => text))
  return clips.map((clip, at) => ({ ...clip, ipa: clip.ipa || made[at] }))
}

/** A line for each phone that was misheard, the one with the most errors first. */
function mostMisheard(pairs: readonly AlignedPair<string>[]): readonly string[] {
  const said = pairs.filter(([phone]) => phone !== undefined)
  const phones = [...Map.groupBy(said, ([phone]) => phone)].map(([phone, own]) => {
    const wrong = own.filter(([, heard]) => heard !== phone)
    const as = [...Map.groupBy(wrong, ([, heard]) => heard ?? '∅')]
      .sort(([, a], [, b]) => b.length - a.length)
      .slice(0, 4)
      .map(([heard, times]) => `${heard} ${times.length}`)
    const share = percent(wrong.length, own.length, 0)
    return {
      wrong: wrong.length,
      line: `${phone}\t${own.length} said\t${share} misheard\t${as.join(', ')}`,
    }
  })
  return phones.sort((a, b) => b.wrong - a.wrong).map(({ line }) => line)
}

function inWords(errors: readonly ClipErrors[], pairs: readonly AlignedPair<string>[]): string {
  const said = errors.reduce((sum, clip) => sum + clip.said, 0)
  const { rate, low, high } = bootstrapErrorRate(errors)
  const share = (kind: (pair: AlignedPair<string>) => boolean): string =>
    ((100 * pairs.filter((pair) => pair[0] !== pair[1] && kind(pair)).length) / said).toFixed(1)
  return [
    `phones ${said}`,
    `phone error rate ${rate.toFixed(1)} % [${low.toFixed(1)}, ${high.toFixed(1)}]`,
    `substituted ${share(([a, b]) => a !== undefined && b !== undefined)}`,
    `deleted ${share(([, b]) => b === undefined)}`,
    `inserted ${share(([a]) => a === undefined)}`,
  ].join('  ')
}
