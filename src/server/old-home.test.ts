import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { send, speech } from './client.test-support.ts'
import { openRealHost } from './real-host.test-support.ts'

const home = join(folderForTests('griot ilé àtijọ́'), 'data')

test.skipIf(process.platform === 'win32')(
  'a data folder that others could read is closed to them at the next start, and what is written then is its owner’s alone',
  async () => {
    for (const name of ['hls/left', 'exports/left']) {
      mkdirSync(join(home, name), { recursive: true })
      writeFileSync(join(home, name, 'sound'), '')
      for (const path of [join(home, name), join(home, name, '..')]) chmodSync(path, 0o755)
    }
    const host = await openRealHost({}, home)
    const answer = await send(`${host.url}/v1/speech`, speech({ text: 'Yes.', format: 'm3u8' }))
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('ENDLIST')])
    const entries = readdirSync(home, { recursive: true, withFileTypes: true })
    // The folder of the program that encodes is not a secret, and must stay executable.
    const own = entries.filter(({ parentPath, name }) => !join(parentPath, name).includes('ffmpeg'))
    expect(own.filter(({ name }) => name.endsWith('.aac')).length).toBeGreaterThan(0)
    const open = own
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => statSync(path).mode & 0o077)
    expect(open).toEqual([])
    await host.close()
  },
)
