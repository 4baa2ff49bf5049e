import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ENTRY = join(import.meta.dirname, 'index.ts')

async function griot(args: readonly string[], input: string) {
  const child = spawn(process.execPath, [ENTRY, ...args])
  const out: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, out: String(Buffer.concat(out)) }
}

test('diacritics is a line filter: as many lines out as in, each with its marks', async () => {
  const { code, out } = await griot(['diacritics'], 'Ojo n ro ni Eko.\n\nAwon omo ti de\n')
  expect(code).toBe(0)
  expect(out).toBe('Òjò ń rọ̀ ní Èkó.\n\nÀwọn ọmọ ti dé\n'.normalize('NFC'))
})

test('diacritics asked with an option that it has not is asked wrongly', async () => {
  expect((await griot(['diacritics', '--loud'], '')).code).toBe(2)
})
