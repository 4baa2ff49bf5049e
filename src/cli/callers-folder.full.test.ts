import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { callersFolder } from './callers-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const folder = folderForTests('griot ibi')

test('paths that are given to "npm run griot" lie in the folder where it was typed', async () => {
  writeFileSync(join(folder, 'a.txt'), 'Ẹ káàárọ̀.')
  const args = ['--prefix', ROOT, 'run', 'griot', '--', 'say', '--file', 'a.txt', '--out', 'a.wav']
  const env = { ...process.env, GRIOT_HOME: join(folder, 'data'), INIT_CWD: undefined }
  await promisify(execFile)('npm', args, { cwd: folder, env })
  expect(existsSync(join(folder, 'a.wav'))).toBe(true)
})

test.each([
  ['another script of ours', { npm_lifecycle_event: 'test' }],
  ['a script of another package', { npm_package_json: join(folder, 'package.json') }],
  ['no script', { npm_lifecycle_event: undefined, npm_package_json: undefined }],
])('where %s runs the program, its own folder counts', (_, variables) => {
  const ours = { npm_lifecycle_event: 'griot', npm_package_json: join(ROOT, 'package.json') }
  expect(callersFolder(ROOT, { ...ours, INIT_CWD: folder })).toBe(folder)
  expect(callersFolder(ROOT, { ...ours, INIT_CWD: folder, ...variables })).toBeUndefined()
})
