import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemVoices } from '#speech/engines/registry.ts'
import { EVERYDAY_SENTENCES } from '../eval/everyday-sentences.ts'
import { editDistance } from '../eval/scores/edit-distance.ts'
import { percent } from '../eval/scores/percent.ts'
import { englishWordsOf } from '../eval/scores/words.ts'
import { runCli } from './server.ts'
import { report } from './statistics.ts'

const MODEL = '/usr/share/pocketsphinx/model/en-us'

/**
 * Word error rate of a general recogniser (PocketSphinx, US English) on twenty sentences by every voice with an American
 * accent. It takes the vowels of others for other words.
 */
export async function benchIntelligibility(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-bench-'))
  const rates: number[] = []
  try {
    const judged = systemVoices().filter(
      ({ language, dialects }) => language === 'en' && !dialects.includes('en-NG'),
    )
    for (const { id, name } of judged) {
      let errors = 0
      let words = 0
      for (const [i, sentence] of EVERYDAY_SENTENCES.entries()) {
        const wav = join(folder, `${id}-${i}.wav`)
        await runCli(['say', sentence, '--voice', id, '--out', wav], folder)
        const said = englishWordsOf(sentence)
        errors += editDistance(said, englishWordsOf(recognise(wav, folder)))
        words += said.length
      }
      rates.push(errors / words)
      report(`word error rate, ${name}`, percent(errors, words, 1), '<= 20 %')
    }
    report(
      'word error rate, mean',
      percent(
        rates.reduce((a, b) => a + b, 0),
        rates.length,
        1,
      ),
      '<= 14 %',
    )
  } catch (error) {
    console.log(
      `No figures (apt-get install pocketsphinx pocketsphinx-en-us ffmpeg): ${String(error)}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function recognise(wav: string, folder: string): string {
  const narrow = join(folder, '16k.wav')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, '-ar', '16000', narrow])
  const model = [
    '-hmm',
    `${MODEL}/en-us`,
    '-lm',
    `${MODEL}/en-us.lm.bin`,
    '-dict',
    `${MODEL}/cmudict-en-us.dict`,
  ]
  const args = ['-infile', narrow, ...model, '-logfn', '/dev/null']
  return execFileSync('pocketsphinx_continuous', args, { encoding: 'utf8' })
}
