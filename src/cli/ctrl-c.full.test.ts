import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { startGriot } from './griot.test-support.ts'

const folder = folderForTests('griot ọ̀rọ̀')

test.skipIf(process.platform === 'win32')(
  'Ctrl-C, which a terminal sends to every process of the command, lets an mp3 in work reach its end',
  async () => {
    const key = 'My API Key'
    const { child, address, exit } = startGriot(
      folder,
      ['serve', '--port', '0'],
      { GRIOT_API_KEY: key },
      { detached: true },
    )
    const url = await address()
    // As "griot serve | head" closes it: the server goes on.
    child.stdout.destroy()
    const speak = (): Promise<Response> =>
      fetch(`${url}/v1/speech`, {
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
