/**
 * Writes size and SHA-256 of every file in resources/ that the program reads into resources/checksums.json, by which
 * `griot doctor` and the readers of lexicons know a damaged one. Run it after any of them was changed: npm run checksums.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where src/speech/integrity/resources.ts looks. */
const CHECKSUMS = 'checksums.json'
const RESOURCES = join(import.meta.dirname, '../resources')

/** The content of the file as it should be. */
export function checksumsOf(resources: string): string {
  const names = readdirSync(resources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(resources.length + 1))
    .map((name) => name.replaceAll('\\', '/'))
    // Cards are for people.
    .filter((name) => name !== CHECKSUMS && !name.endsWith('.md'))
    .sort()
  const files = names.map((name) => {
    const bytes = readFileSync(join(resources, name))
    return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  return `${JSON.stringify({ files }, undefined, 2)}\n`
}

if (import.meta.main) writeFileSync(join(RESOURCES, CHECKSUMS), checksumsOf(RESOURCES))
