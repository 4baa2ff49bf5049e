import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCKED_FOLDERS, mended } from './lock-file.ts'

const ROOT = join(import.meta.dirname, '..')
for (const folder of LOCKED_FOLDERS) {
  const lock = join(ROOT, folder, 'package-lock.json')
  const manifest = join(ROOT, folder, 'package.json')
  writeFileSync(lock, mended(readFileSync(lock, 'utf8'), readFileSync(manifest, 'utf8')))
}
