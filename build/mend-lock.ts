import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mended } from './lock-file.ts'

const path = join(import.meta.dirname, '../package-lock.json')
writeFileSync(path, mended(readFileSync(path, 'utf8')))
