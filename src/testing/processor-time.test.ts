import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { processorSecondsOf } from './processor-time.test-support.ts'

const BUSY = 'while (process.cpuUsage().user < 200_000);'

test.skipIf(process.platform !== 'linux')(
  'what a child has worked counts while it runs, and when it has ended',
  async () => {
    const before = Number(processorSecondsOf(process.pid))
    const child = spawn(process.execPath, [
      '-e',
      `${BUSY} console.log(1); setInterval(() => {}, 1e6)`,
    ])
    onTestFinished(() => {
      child.kill()
    })
    await once(child.stdout, 'data')
    const during = Number(processorSecondsOf(process.pid))
    expect(during - before).toBeGreaterThan(0.19)
    spawnSync(process.execPath, ['-e', BUSY])
    expect(Number(processorSecondsOf(process.pid)) - during).toBeGreaterThan(0.19)
  },
)
