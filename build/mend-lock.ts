import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mended } from './lock-file.ts'

const ROOT = join(import.meta.dirname, '..')
const lock = join(ROOT, 'package-lock.json')
const manifest = join(ROOT, 'package.json')
writeFileSync(lock, mended(readFileSync(lock, 'utf8'), readFileSync(manifest, 'utf8')))
