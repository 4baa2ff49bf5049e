import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')
const FILES = ['package.json', 'package-lock.json', 'electron.vite.config.ts', 'tsconfig.json']
const folder = mkdtempSync(join(tmpdir(), 'griot tuntun '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The project as git gives it, with its packages or without. */
function checkout(name: string, isInstalled: boolean): string {
  const root = join(folder, name)
  mkdirSync(root)
  for (const part of ['build', 'src', 'e2e', 'bench', 'eval', 'train', ...FILES])
    cpSync(join(ROOT, part), join(root, part), { recursive: true })
  // Large, and only read.
  for (const part of ['resources', 'models', ...(isInstalled ? ['node_modules'] : [])])
    symlinkSync(join(ROOT, part), join(root, part))
  return root
}

test('in a fresh checkout "npm run griot -- serve" builds the studio, then serves it', async () => {
  const cwd = checkout('installed', true)
  const env = { ...process.env, GRIOT_HOME: join(folder, 'home') }
  // In a group of its own: npm's shell does not pass a signal on.
  const options = { cwd, env, detached: true } as const
  const child = spawn('npm', ['run', '-s', 'griot', '--', 'serve', '--port', '0'], options)
  const gone = once(child, 'close')
  try {
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    for await (const text of child.stdout.setEncoding('utf8')) {
      said += String(text)
      if (said.includes('API ')) break
    }
    expect(said).toContain('Building the studio …')
    expect(said).toMatch(/Studio +http/)
    const url = /Studio\s+(\S+)/.exec(said)?.[1] ?? ''
    const answer = await fetch(url, { redirect: 'manual' })
    expect([200, 302, 303]).toContain(answer.status)
  } finally {
    process.kill(-Number(child.pid), 'SIGTERM')
    await gone
  }
})

test('where the packages are not installed yet, every command says so and how to do it', async () => {
  const cwd = checkout('bare', false)
  for (const command of ['griot', 'start', 'test']) {
    const { code, errors } = await run('npm', ['run', '-s', command, '--', 'serve'], { cwd })
    expect(code).toBe(1)
    expect(errors).toContain('not installed here yet. To install them:\n\n  npm ci\n')
    expect(errors).not.toContain('    at ')
  }
})
