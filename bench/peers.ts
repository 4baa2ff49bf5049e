import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli, startServer } from './server.ts'
import { medianTime, report } from './statistics.ts'
import { prose, twelveWords } from './texts.ts'

interface Peer {
  readonly name: string
  readonly program: string
  readonly args: (text: string, out: string) => string[]
}

const PEERS: readonly Peer[] = [
  {
    name: 'espeak-ng',
    program: 'espeak-ng',
    args: (text, out) => ['-v', 'en-us', '-w', out, text],
  },
  {
    name: 'flite rms',
    program: 'flite',
    args: (text, out) => ['-voice', 'rms', '-t', text, '-o', out],
  },
]
const RUNS = 7

/** The same texts by what else is installed, as processes, in the same run: ratios against our own command and server. */
export async function benchPeers(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-bench-'))
  const out = join(folder, 'a.wav')
  const server = await startServer()
  await server.speak({ text: prose(500), voice: 'john', format: 'pcm_s16le' })
  try {
    for (const [label, text] of [
      ['12 words', twelveWords(3)],
      ['3,000 characters', prose(3_000)],
    ] as const) {
      const ours = await medianTime(RUNS, () =>
        runCli(['say', text, '--voice', 'john', '--out', out], folder),
      )
      const api = await medianTime(RUNS, () => server.speak({ text, voice: 'john', format: 'wav' }))
      report(`${label}: griot say / API`, `${ours.toFixed(0)} / ${api.toFixed(0)} ms`)
      for (const { name, program, args } of PEERS) {
        const peer = await medianTime(RUNS, async () =>
          execFileSync(program, args(text, out), { stdio: 'ignore' }),
        )
        const ratios = `say ${(ours / peer).toFixed(2)}x, API ${(api / peer).toFixed(2)}x of its time`
        report(`${label}: ${name}`, `${peer.toFixed(0)} ms`, ratios)
      }
    }
  } catch (error) {
    console.log(`A peer is missing (apt-get install espeak-ng flite): ${String(error)}`)
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
