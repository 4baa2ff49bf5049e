import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { runProgram } from './run-program.ts'

/** The typed client as it is published. */
export const CLIENT = join(import.meta.dirname, '../../clients/typescript')

/** A folder in which the typed client is installed, and the real host. */
export interface InstalledClient {
  host(): RealHost
  /** Runs the example with a program, and looks at what it has said and written. */
  runExample(program: string, options?: readonly string[]): Promise<void>
}

/** A client for the tests of one file. Call it where tests are defined. */
export function installedClient(): InstalledClient {
  const folder = folderForTests('griot oníbàárà')
  let host: RealHost
  beforeAll(async () => {
    host = await openRealHost()
    await mkdir(join(folder, 'node_modules'))
    await symlink(CLIENT, join(folder, 'node_modules/griot-client'), 'junction')
  })
  afterAll(() => host.close())
  return {
    host: () => host,
    async runExample(program, options = []) {
      const given = [...options, join(CLIENT, 'examples/speak.ts')]
      const said = await runProgram(program, given, { url: host.url, cwd: folder })
      expect(said.split('\n')[0]).toMatch(/^\d+ voices$/)
      expect(said).toMatch(/^\d\.\d\d báwo$/m)
      expect(said).toContain('naira')
      const written = await readFile(join(folder, 'morning.wav'))
      expect(written.toString('latin1', 0, 4)).toBe('RIFF')
    },
  }
}
