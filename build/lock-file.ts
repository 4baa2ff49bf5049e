/** Fields of a package-lock.json that are read and changed; everything else stays as it is. */
interface LockFile {
  readonly packages: Record<
    string,
    { engines?: unknown; hasInstallScript?: boolean; gypfile?: boolean }
  >
}

/** Folders of the packages that the project, and its own commands, install with whichever Node is at hand. */
export const LOCKED_FOLDERS = ['.', 'build/pack'] as const

interface Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>
}

/**
 * The text of a package-lock.json with which npm installs without a warning, and in every version the same:
 *
 * - without the engines of packages. npm compares them with the Node that runs npm itself and warns of an older one,
 *   although every package here is run by the Node that comes along; checks/lock-file.check.ts compares them with that one. The
 *   project's own engines stay.
 * - without the install scripts that package.json denies under allowScripts, which an npm before 11 does not read. It
 *   would compile what is there already, and fetch parts for graphics cards.
 */
export function mended(lockText: string, manifestText: string): string {
  // The one place where these files enter: npm writes one and checks the other.
  const lock = JSON.parse(lockText) as LockFile
  const { allowScripts } = JSON.parse(manifestText) as Manifest
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue
    delete entry.engines
    if (allowScripts[nameOf(path)] !== false) continue
    delete entry.hasInstallScript
    // Otherwise the mere presence of a binding.gyp counts as a script.
    entry.gypfile = false
  }
  return `${JSON.stringify(lock, undefined, 2)}\n`
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
