import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const ENTRY = join(import.meta.dirname, 'index.ts')
const RESOURCES = join(import.meta.dirname, '../../../resources')
/** A host as `forkWorker` starts one: it asks for six texts, tells the child's number at the first sound, and stays. */
const HOST = `
  const { fork } = require('node:child_process')
  const child = fork(${JSON.stringify(ENTRY)}, [${JSON.stringify(RESOURCES)}, 'flite'], {
    serialization: 'advanced', execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const request = { text: 'Good morning to everybody in Lagos and in Ibadan. '.repeat(40), voice: 'john', speed: 1 }
  child.on('message', ({ kind, job }) => {
    if (kind === 'ready') for (let id = 1; id < 7; id++) child.send({ kind: 'speak', job: id, request, resume: undefined })
    if (kind === 'chunk') {
      child.send({ kind: 'pull', job })
      console.log(child.pid)
    }
  })
`

test.skipIf(process.platform === 'win32')(
  'a synthesis process whose host is killed while it speaks ends without a word',
  async () => {
    const host = spawn(process.execPath, ['-e', HOST], { stdio: ['ignore', 'pipe', 'pipe'] })
    const said = readAll(host.stderr)
    const [first] = await once(host.stdout, 'data')
    const synth = Number.parseInt(String(first), 10)
    // Stopped in the middle of its work, it comes back to a pipe that nobody holds any more.
    process.kill(synth, 'SIGSTOP')
    host.kill('SIGKILL')
    await once(host, 'exit')
    process.kill(synth, 'SIGCONT')
    // The child holds the other end of its host's standard error: it closes when the child has ended.
    expect(await said).toBe('')
  },
)
