/** What is read and changed of a package-lock.json; everything else stays as it is. */
interface LockFile {
  readonly packages: Record<string, { engines?: unknown; hasInstallScript?: boolean }>
}

/** Its script fetches parts for graphics cards, which nothing here uses. An npm before 11 does not read allowScripts. */
const WITHOUT_SCRIPT = 'node_modules/onnxruntime-node'

/**
 * The text of a package-lock.json without the engines of the packages. npm compares them with the Node that runs npm
 * itself and warns of an older one, although every package here is run by the Node that comes along; lock-file.test.ts
 * compares them with that one. The project's own engines stay.
 */
export function mended(text: string): string {
  // The one place where the file enters: npm writes it.
  const lock = JSON.parse(text) as LockFile
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path !== '') delete entry.engines
    if (path === WITHOUT_SCRIPT) delete entry.hasInstallScript
  }
  return `${JSON.stringify(lock, undefined, 2)}\n`
}
