import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderForTests } from '../src/testing/folder.test-support.ts'
import { ENV, git, hasGit, projectIn, repositoryIn, stage } from './git.test-support.ts'
import { type Finished, run } from './studio-build.ts'

const parent = folderForTests('griot kọmiti')
const root = join(parent, 'ilé')

const GOOD = "export const greeting = 'Ẹ káàárọ̀'\n"
const BADLY_FORMATTED = 'export const greeting = "Ẹ káàárọ̀";\n'
const LARGE = 'ọ'.repeat(1024 * 1024)

const commit = (cwd = root, ...args: readonly string[]): Promise<Finished> =>
  run('git', ['commit', '--message', 'Greet.', ...args], { cwd, env: ENV })

describe.runIf(hasGit)('before a commit', () => {
  beforeAll(async () => {
    await repositoryIn(projectIn(root, true))
    await git(root, 'config', 'core.hooksPath', 'build/hooks')
  })

  test.each([
    ['is not formatted', 'src/a.ts', BADLY_FORMATTED, 'src/a.ts format'],
    ['breaks a rule', 'src/b.ts', 'export const a = (b: any) => b\n', 'noExplicitAny'],
    [
      'imports a package that the project does not have',
      'src/c.ts',
      "import 'left-pad'\n",
      'noUndeclaredDependencies',
    ],
    ['holds a conflict', 'a.md', `${'<'.repeat(7)} ours\n`, 'a.md: it holds a conflict'],
    ['is of more than 1 MiB', 'src/big.bin', LARGE, 'src/big.bin: it has 3.0 MiB'],
    ['is a large one of eval but no model', 'eval/big.bin', LARGE, 'eval/big.bin: it has 3.0 MiB'],
    ['is a package', 'src/node_modules/a/b.txt', 'a', 'packages are not part'],
  ])('a file that %s is refused, in words', async (_, path, content, words) => {
    await stage(root, path, content)
    const { code, errors } = await commit()
    expect([code, errors]).toEqual([1, expect.stringContaining(words)])
    expect(errors).toContain('Nothing was committed.')
    await git(root, 'rm', '--cached', '--force', '--quiet', '--', path)
    rmSync(join(root, path))
  })

  test('good files pass, large ones in resources and among the models of eval, removed and renamed ones, and none at all', async () => {
    await stage(root, 'src/greeting.ts', GOOD)
    await stage(root, 'src/Ìkíni pẹlẹ.txt', `a heading\n${'='.repeat(7)}\n`)
    await stage(root, 'resources/lexicon.txt', LARGE)
    await stage(root, 'eval/models/judge.onnx', LARGE)
    expect(await commit()).toMatchObject({ code: 0 })
    renameSync(join(root, 'src/greeting.ts'), join(root, 'src/greetings.ts'))
    rmSync(join(root, 'resources/lexicon.txt'))
    expect(await commit(root, '--all')).toMatchObject({ code: 0 })
    expect(await commit(root, '--allow-empty')).toMatchObject({ code: 0 })
  })

  test('of a file that is staged in part, the staged part counts, and neither part is touched', async () => {
    const file = join(root, 'src/part.ts')
    await stage(root, 'src/part.ts', BADLY_FORMATTED)
    writeFileSync(file, GOOD)
    expect(await commit()).toMatchObject({ code: 1 })
    expect(readFileSync(file, 'utf8')).toBe(GOOD)

    await stage(root, 'src/part.ts', GOOD)
    writeFileSync(file, BADLY_FORMATTED)
    expect(await commit()).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toBe(BADLY_FORMATTED)
    expect(`${await git(root, 'show', 'HEAD:src/part.ts')}\n`).toBe(GOOD)
    // What a commit of named files takes is their content in the working tree.
    expect(await commit(root, '--', 'src/part.ts')).toMatchObject({ code: 1 })
    await git(root, 'checkout', '--', 'src/part.ts')
  })

  test('a second work tree is checked too; one without packages says that it is not', async () => {
    const tree = join(parent, 'igi kejì')
    await git(root, 'worktree', 'add', '--quiet', '-b', 'second', tree)
    await stage(tree, 'src/other.ts', BADLY_FORMATTED)
    const unchecked = await commit(tree)
    expect([unchecked.code, unchecked.errors]).toEqual([0, expect.stringContaining('npm ci')])
    projectIn(tree, true)
    await stage(tree, 'src/other.ts', `${BADLY_FORMATTED}\n`)
    expect(await commit(tree)).toMatchObject({ code: 1 })
  })
})
