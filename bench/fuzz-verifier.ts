/** node --expose-gc bench/fuzz-verifier.ts [mutations] [seed]: shows the verifier changed files for as long as it takes. */
import { fuzzVerifier } from '#core/sign/fuzz.test-support.ts'
import { tone, toneThroughPipe } from '#core/sign/samples.test-support.ts'

const [mutations = '200000', seed = '1'] = process.argv.slice(2)
const sounds = {
  wav: tone('wav', '-c:a pcm_s16le', 0.05),
  mp3: toneThroughPipe('mp3', '-write_xing 0 -id3v2_version 3', 0.1),
  flac: tone('flac', '', 0.05),
  ogg: tone('ogg', '-c:a libopus', 0.1),
  webm: tone('webm', '-c:a libopus -live 1', 0.1),
}
const from = performance.now()
const report = await fuzzVerifier(sounds, Number(mutations), Number(seed))
const seconds = ((performance.now() - from) / 1_000).toFixed(0)
console.log(JSON.stringify({ ...report, seconds }, undefined, 2))
process.exitCode = report.failures.length > 0 ? 1 : 0
