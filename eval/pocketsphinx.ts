import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RATE } from './audio/read-sound.ts'
import { MissingData } from './measure.ts'
import { wavOf } from './wav.ts'

const MODEL = '/usr/share/pocketsphinx/model/en-us'

/**
 * The words that PocketSphinx with its US English model hears in samples at 16 kHz. Throws MissingData where it is not
 * installed.
 */
export function recogniseEnglish(samples: Float32Array): string {
  if (!existsSync(MODEL))
    throw new MissingData(
      'PocketSphinx and its model are not installed: apt-get install pocketsphinx pocketsphinx-en-us',
    )
  const folder = mkdtempSync(join(tmpdir(), 'griot-eval-'))
  try {
    const wav = join(folder, 'speech.wav')
    writeFileSync(wav, wavOf(samples, RATE))
    const model = ['-hmm', `${MODEL}/en-us`, '-lm', `${MODEL}/en-us.lm.bin`]
    const dictionary = ['-dict', `${MODEL}/cmudict-en-us.dict`]
    const args = ['-infile', wav, ...model, ...dictionary, '-logfn', '/dev/null']
    return execFileSync('pocketsphinx_continuous', args, { encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
