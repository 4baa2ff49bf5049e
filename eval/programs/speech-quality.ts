import { basename, dirname } from 'node:path'
import { readSound } from '../audio/read-sound.ts'
import { type Dnsmos, openDnsmos } from '../dnsmos.ts'
import { findData, type Measure, parseOptionsAndFiles, readRows, UsageError } from '../measure.ts'

export const speechQuality: Measure = {
  summary: 'DNSMOS P.835: signal, background and overall quality, from 1 to 5',
  help: `npm run eval -- speech-quality [--list FILE] [SOUND…]

Prints the DNSMOS P.835 of each sound (Reddy, Gopal & Cutler 2022), of each folder of them, and the mean. It was made for speech with
noise and says little about how natural a voice is: it shows whether processing does harm.

  --list FILE   sounds in the first column, as "npm run eval -- speak" writes them to sounds.tsv`,
  async run(args) {
    const { values, positionals } = parseOptionsAndFiles(args, { list: { type: 'string' } })
    const listed =
      values.list === undefined ? [] : readRows(findData(values.list, 'a list that you make'))
    const sounds = [...positionals, ...listed.map(([sound = '']) => sound)]
    if (sounds.length === 0) throw new UsageError('Name sounds, or --list FILE.')
    const judge = await openDnsmos()
    const rows: (Dnsmos & { readonly sound: string })[] = []
    for (const sound of sounds) {
      const scores = await judge(await readSound(findData(sound, 'a sound that you name')))
      rows.push({ sound, ...scores })
      console.log(`${sound}\t${inWords(scores, '\t')}`)
    }
    const folders = Map.groupBy(rows, ({ sound }) => basename(dirname(sound)))
    for (const [folder, own] of folders.size > 1 ? folders : [])
      console.log(`mean of ${own.length} in ${folder}: ${inWords(meanOf(own), '  ')}`)
    console.log(`mean of ${rows.length}: ${inWords(meanOf(rows), '  ')}`)
  },
}

function meanOf(rows: readonly Dnsmos[]): Dnsmos {
  const mean = (key: keyof Dnsmos): number =>
    rows.reduce((sum, row) => sum + row[key], 0) / rows.length
  return { signal: mean('signal'), background: mean('background'), overall: mean('overall') }
}

function inWords({ signal, background, overall }: Dnsmos, gap: string): string {
  return [
    `signal ${signal.toFixed(2)}`,
    `background ${background.toFixed(2)}`,
    `overall ${overall.toFixed(2)}`,
  ].join(gap)
}
