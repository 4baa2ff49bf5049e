import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ENTRY = join(import.meta.dirname, 'index.ts')

test('detect is a line filter: a code and how sure it is for every line', async () => {
  const child = spawn(process.execPath, [ENTRY, 'detect'])
  const out: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
  child.stdin.end('Wetin dey happen for Lagos?\n\nBonjour à tous les enfants\nẸ káàárọ̀\n')
  expect(await once(child, 'close')).toEqual([0, null])
  const lines = String(Buffer.concat(out)).trimEnd().split('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['pcm', 'und', 'other', 'yo'])
  for (const line of lines) expect(line).toMatch(/^(?:\w+ [01]\.\d{3}|und 0)$/)
})
