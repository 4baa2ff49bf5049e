import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Server of others against which the tests in e2e/services run. */
export interface DebianService {
  readonly name: string
  /** Debian package that contains it. */
  readonly debianPackage: string
  /** Subject of its tests, as it follows "which" in a sentence. */
  readonly does: string
  /** Where it lies: a pattern of paths, or the name of a program on the PATH. */
  readonly program: string
}

/** All servers that these tests start. If one is missing, all tests fail before the first one starts. */
export const SERVICES = {
  swift: {
    name: 'OpenStack Swift',
    debianPackage: 'python3-swift',
    does: 'keeps files as S3 does',
    program: '/usr/lib/python3/dist-packages/swift/proxy/server.py',
  },
  postgresql: {
    name: 'PostgreSQL',
    debianPackage: 'postgresql',
    does: 'keeps the rows of a service',
    program: '/usr/lib/postgresql/*/bin/postgres',
  },
  redis: {
    name: 'Redis',
    debianPackage: 'redis-server',
    does: 'keeps queues of work',
    program: 'redis-server',
  },
} as const satisfies Readonly<Record<string, DebianService>>

/** Path of what a server is started with; undefined where it is not installed. */
export function findService({ program }: DebianService): string | undefined {
  const folders = program.startsWith('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter)
  // The newest version of several.
  return folders
    .filter((folder) => folder !== '' || program.startsWith('/'))
    .flatMap((folder) => globSync(join(folder, program)).sort().reverse())
    .find(canRead)
}

function canRead(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}
