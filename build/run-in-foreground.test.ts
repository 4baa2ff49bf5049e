import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

/** A server that says its process id, and good-bye. */
const SERVER = `
process.stdout.write(process.pid + '\\n')
const open = setInterval(() => undefined, 1000)
process.on('SIGTERM', () => { clearInterval(open); process.stdout.write('good-bye') })`

const STARTER = `
import { runInForeground } from ${JSON.stringify(join(import.meta.dirname, 'run-in-foreground.ts'))}
const parent = process.env.IS_NPM ? process.ppid : undefined
await runInForeground(process.execPath, ['-e', ${JSON.stringify(SERVER)}], { cwd: '.', env: process.env, parent })`

interface Started {
  /** As npm has one, which does not become what it runs. */
  readonly shell: ChildProcess
  readonly serverId: number
  /** All that was said, once nobody is left to say anything. */
  readonly said: Promise<string>
}

async function start(env: NodeJS.ProcessEnv): Promise<Started> {
  const command = '"$0" --input-type=module -e "$1" && true'
  const shell = spawn('sh', ['-c', command, process.execPath, STARTER], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  shell.stdout.on('data', (piece) => {
    output += String(piece)
  })
  const said = once(shell.stdout, 'close').then(() => output)
  await expect.poll(() => output).toContain('\n')
  const serverId = Number.parseInt(output, 10)
  onTestFinished(() => endAtLast(serverId))
  return { shell, serverId, said }
}

/** The server that a test failed to end. */
function endAtLast(serverId: number): void {
  try {
    process.kill(serverId, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const isPosix = process.platform !== 'win32'

test.runIf(isPosix)(
  'what npm started ends in good order when the shell of npm is gone',
  async () => {
    const { shell, said } = await start({ IS_NPM: 'yes' })
    shell.kill('SIGTERM')
    expect(await said).toContain('good-bye')
  },
)

test.runIf(isPosix)('what was started otherwise stays when its shell is gone', async () => {
  const { shell, serverId, said } = await start({})
  shell.kill('SIGTERM')
  await once(shell, 'exit')
  // Longer than it takes to look after a parent.
  await wait(1_500)
  expect(() => process.kill(serverId, 0)).not.toThrow()
  process.kill(serverId, 'SIGTERM')
  expect(await said).toContain('good-bye')
})
