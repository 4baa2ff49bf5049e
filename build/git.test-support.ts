import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')

/** git, with nothing of the person's own settings, and as if nobody else had called it. */
export const ENV: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(GIT_|CI$)/.test(name))),
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
}

/** An archive of the project is built and tested without git as well; it has no hooks then. */
export const hasGit = spawnSync('git', ['--version']).status === 0

/** A folder with what the hooks need of this project, and with its packages if `isInstalled`. */
export function projectIn(folder: string, isInstalled: boolean): string {
  mkdirSync(folder, { recursive: true })
  const parts = ['biome.json', 'package.json', 'build/hooks', 'build/set-hooks.js']
  for (const part of [...parts, 'build/check-staged.ts'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
  if (isInstalled) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Output of git in `cwd`. Throws with its errors. */
export async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const { code, output, errors } = await run('git', args, { cwd, env: ENV })
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${errors}`)
  return output.trim()
}

/** Makes a repository of `folder`, with all that is in it in its first commit, that nothing has checked. */
export async function repositoryIn(folder: string): Promise<string> {
  await git(folder, 'init', '--initial-branch', 'main')
  await git(folder, 'config', 'user.name', 'Adé Ọ̀ṣọ́')
  await git(folder, 'config', 'user.email', 'ade@example.org')
  await git(folder, 'add', '.')
  await git(folder, 'commit', '--no-verify', '--message', 'Begin.')
  return folder
}

/** Writes a file and stages it, even one that git ignores. */
export async function stage(folder: string, path: string, content: string): Promise<void> {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
  await git(folder, 'add', '--force', '--', path)
}
