import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run } from './studio-build.ts'

const ROOT = join(import.meta.dirname, '..')

test('the tests that ask programs of others fail where one is missing, and say which and how to get it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'griot àwọn ètò '))
  try {
    mkdirSync(join(folder, 'bin'))
    symlinkSync(process.execPath, join(folder, 'bin/node'))
    symlinkSync(process.execPath, join(folder, 'bin/openssl'))
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--config', 'e2e/oracles/vitest.config.ts']
    const env = { ...process.env, PATH: join(folder, 'bin'), NO_COLOR: '1' }
    const { code, errors } = await run(process.execPath, args, { cwd: ROOT, env })
    expect(code).toBe(1)
    expect(errors).toContain('ffmpeg (Debian package ffmpeg), which judges every format')
    expect(errors).toContain('sudo apt-get install curl ffmpeg ')
    expect(errors).not.toContain('openssl (')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
