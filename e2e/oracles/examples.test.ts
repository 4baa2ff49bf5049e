import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createExample } from '#renderer/features/api/example-code.ts'
import { openRealHost } from '#server/real-host.test-support.ts'
import { KEY } from '#server/tone-app.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot àpẹẹrẹ')
const host = await openRealHost()
afterAll(host.close)

// Once with a key in the code, and once with a key from the variable.
test.each([
  ['curl', 'hello.sh', 'sh', KEY],
  ['curl', 'hello.sh', 'sh', undefined],
  ['python', 'hello.py', 'python3', KEY],
  ['python', 'hello.py', 'python3', undefined],
] as const)(
  'the example for %s runs as it is shown: %s, %s, key %s',
  async (id, file, program, key) => {
    const cwd = join(folder, `${id} ${key === undefined}`)
    await mkdir(cwd)
    const { code } = createExample(id, { apiUrl: host.url, key, shell: 'posix' })
    await writeFile(join(cwd, file), code)
    await promisify(execFile)(program, [file], { cwd, env: { ...process.env, GRIOT_KEY: KEY } })
    expect((await readFile(join(cwd, 'hello.mp3'))).toString('hex', 0, 3)).toMatch(/^(fff3|494433)/)
  },
)
