import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterFile } from './after-file.test-support.ts'

/**
 * A folder of its own for the tests of one file, called `name` and something more; give it a space and letters of real
 * names. Whatever is opened in it is closed in an `afterAll` after this call: then the folder goes last.
 */
export function folderForTests(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name} `))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
