import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { buildIfStale } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)
const folder = folderForTests('griot àgbà')

/** A Node that `engines` allows, older than the one that the packages bring. */
async function olderNode(): Promise<string> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const path of [...folders, '/usr/bin', '/usr/local/bin'].map((name) => join(name, 'node'))) {
    if (!existsSync(path)) continue
    const { stdout } = await run(path, ['-p', 'process.versions.node'])
    if (Number.parseInt(stdout, 10) < 23) return path
  }
  throw new Error(
    'This test needs a Node of the versions 20 to 22 as well: put one on the PATH (Debian 13 has it as the package "nodejs").',
  )
}

test('the built command line speaks English and writes out figures, started by the oldest Node that is allowed', async () => {
  await buildIfStale(ROOT, () => undefined)
  const node = await olderNode()
  writeFileSync(join(folder, 'a.txt'), 'On 5 jan 2026 World war II cost N5M, said Govt. House.')
  const options = { cwd: folder, env: { ...process.env, GRIOT_HOME: join(folder, 'data') } }
  const griot = (...args: readonly string[]) =>
    run(node, [join(ROOT, 'out/main/cli.js'), ...args], options)
  await griot('say', '--file', 'a.txt', '--out', 'a.wav')
  expect(existsSync(join(folder, 'a.wav'))).toBe(true)
  const reading = griot('normalize')
  reading.child.stdin?.end('World war II cost N5M.\n')
  const { stdout } = await reading
  expect(stdout).toMatch(/five million/)
  await expect(griot('say', '--speed', 'x', 'Hello')).rejects.toMatchObject({ code: 2 })
})
