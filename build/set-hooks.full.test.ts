import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForTests } from '../src/testing/folder.test-support.ts'
import { ENV, git, hasGit, projectIn, repositoryIn } from './git.test-support.ts'
import { type Finished, run } from './studio-build.ts'

const folder = folderForTests('griot ìkọ́')

/** Runs the last step of an install, as npm does. */
const prepare = (cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Finished> =>
  run('npm', ['run', '--silent', 'prepare'], { cwd, env: { ...ENV, ...env } })

const hooksOf = (root: string): Promise<string> =>
  git(root, 'config', '--default', 'none', '--get', 'core.hooksPath')

describe.runIf(hasGit)('an install', () => {
  test('in a checkout has git run the hooks of the project, once', async () => {
    const root = await repositoryIn(projectIn(join(folder, 'checkout'), false))
    expect(await prepare(root, { CI: 'true' })).toEqual({ code: 0, output: '', errors: '' })
    expect(await hooksOf(root)).toBe('none')
    const { code, errors } = await prepare(root)
    expect([code, errors]).toEqual([0, expect.stringContaining('git now checks')])
    expect(await hooksOf(root)).toBe('build/hooks')
    expect(await prepare(root)).toEqual({ code: 0, output: '', errors: '' })
  })

  test('leaves other hooks as they are, and says so', async () => {
    const chosen = await repositoryIn(projectIn(join(folder, 'chosen'), false))
    await git(chosen, 'config', 'core.hooksPath', '.my-hooks')
    expect((await prepare(chosen)).errors).toContain('stay as they are, in .my-hooks.')
    expect(await hooksOf(chosen)).toBe('.my-hooks')

    const byHand = await repositoryIn(projectIn(join(folder, 'by hand'), false))
    mkdirSync(join(byHand, '.git/hooks'), { recursive: true })
    writeFileSync(join(byHand, '.git/hooks/pre-push'), '#!/bin/sh\n')
    expect((await prepare(byHand)).errors).toContain('stay as they are')
    expect(await hooksOf(byHand)).toBe('none')
  })

  test('in an archive that lies in another checkout changes nothing there', async () => {
    const outer = await repositoryIn(projectIn(join(folder, 'outer'), false))
    const inner = projectIn(join(outer, 'vendor/griot'), false)
    expect(await prepare(inner)).toEqual({ code: 0, output: '', errors: '' })
    expect(await hooksOf(outer)).toBe('none')
  })
})

test('an install succeeds in an archive, without git, and where package.json lies alone', async () => {
  const nothing = { code: 0, output: '', errors: '' }
  const archive = projectIn(join(folder, 'archive'), false)
  expect(await prepare(archive)).toEqual(nothing)
  const withoutGit = join(folder, 'no programs')
  mkdirSync(withoutGit)
  const script = join(archive, 'build/set-hooks.js')
  const terms = { cwd: archive, env: { ...ENV, PATH: withoutGit } }
  expect(await run(process.execPath, [script], terms)).toEqual(nothing)
  const alone = join(folder, 'alone')
  mkdirSync(alone)
  cpSync(join(archive, 'package.json'), join(alone, 'package.json'))
  expect(await prepare(alone)).toEqual(nothing)
})
