import { extname, isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Path of the project file that a start of Griot was asked to open, as by a double click: the last argument that ends in ".griot", a path or,
 * as the desktops of Linux give it, a "file:" address. `folder`: where the start was asked from. Undefined where there is none.
 */
export function openedPath(args: readonly string[], folder: string): string | undefined {
  const paths = args.filter((arg) => !arg.startsWith('-')).flatMap(pathOf)
  const path = paths.findLast((one) => extname(one).toLowerCase() === '.griot')
  if (path === undefined) return undefined
  return isAbsolute(path) ? path : resolve(folder, path)
}

function pathOf(arg: string): readonly string[] {
  if (!/^file:/i.test(arg)) return [arg]
  try {
    return [fileURLToPath(arg)]
  } catch {
    // An address on another computer.
    return []
  }
}
