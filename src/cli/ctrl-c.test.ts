import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'

const home = folderForTests('griot ọ̀rọ̀')

test.skipIf(process.platform === 'win32')(
  'Ctrl-C, which a terminal sends to every process of the command, lets an mp3 in work reach its end',
  async () => {
    const key = 'My API Key'
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'index.ts'), 'serve', '--port', '0'],
      { detached: true, env: { ...process.env, GRIOT_HOME: home, GRIOT_API_KEY: key } },
    )
    // Also where it fails half-way.
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    const exit = once(child, 'exit')
    let welcome = ''
    // Leaving this loop closes our end, as "griot serve | head" does: the server goes on.
    for await (const piece of child.stdout) {
      welcome += String(piece)
      if (/API\s+http/.test(welcome)) break
    }
    const url = /API\s+(\S+)/.exec(welcome)?.[1]
    const speak = (): Promise<Response> =>
      fetch(`${url}/speech`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          // A server that closes waits four seconds and a half: a busy machine speaks as much in a second.
          text: 'The rain has stopped and we can go out now. '.repeat(5),
          voice: 'henry',
        }),
      })
    const whole = await (await speak()).arrayBuffer()
    const answer = await speak()
    // A negative id is the whole group, as the terminal does it.
    process.kill(-Number(child.pid), 'SIGINT')
    expect((await answer.arrayBuffer()).byteLength).toBe(whole.byteLength)
    expect((await exit)[0]).toBe(0)
  },
)
