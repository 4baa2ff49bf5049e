import { extname, isAbsolute, resolve } from 'node:path'

/**
 * Path of the project file that a start of Griot was asked to open, as by a double click: the last argument that ends in ".griot".
 * `folder`: where the start was asked from. Undefined where there is none.
 */
export function openedPath(args: readonly string[], folder: string): string | undefined {
  const path = args.findLast((arg) => !arg.startsWith('-') && extname(arg) === '.griot')
  if (path === undefined) return undefined
  return isAbsolute(path) ? path : resolve(folder, path)
}
