import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { DESCRIPTION } from './client-files.ts'
import { PROGRAMS } from './run-program.ts'

const bin = (name: string): string => join(PROGRAMS, 'node_modules/.bin', name)
const run = promisify(execFile)

test('Redocly finds nothing wrong with the description, and nothing to warn of', async () => {
  const { stdout } = await run(bin('redocly'), [
    ...['lint', DESCRIPTION, '--config', join(PROGRAMS, 'redocly.yaml')],
    ...['--format', 'json', '--max-problems', '1000'],
  ])
  expect(JSON.parse(stdout).problems.map(({ message }: { message: string }) => message)).toEqual([])
})

test('Spectral finds nothing wrong with the description, and nothing to warn of', async () => {
  // It fails where it finds the least hint.
  await run(bin('spectral'), [
    ...['lint', DESCRIPTION, '--ruleset', join(PROGRAMS, 'spectral.yaml')],
    ...['--fail-severity', 'hint'],
  ])
})

test('swagger-parser reads the description', async () => {
  await run(process.execPath, ['swagger-parser.js', DESCRIPTION], { cwd: PROGRAMS })
})
