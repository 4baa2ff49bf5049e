import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli, startServer } from './server.ts'
import { median, report } from './statistics.ts'
import { twelveWords } from './texts.ts'

const RUNS = 7

/** From nothing to a finished file, and to a server that has spoken its first word. */
export async function benchColdStart(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'griot-bench-'))
  const say: number[] = []
  const serve: number[] = []
  for (let n = 0; n < RUNS; n++) {
    say.push(await runCli(['say', twelveWords(n), '--out', join(home, 'a.wav')], home))
    const server = await startServer()
    serve.push(server.startMs)
    await server.close()
  }
  rmSync(home, { recursive: true, force: true })
  report('griot say, one sentence, to a finished wav', `${median(say).toFixed(0)} ms`, '<= 900 ms')
  report('griot serve to a healthy answer', `${median(serve).toFixed(0)} ms`, '<= 2000 ms')
}
