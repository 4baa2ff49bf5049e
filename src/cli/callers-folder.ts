import { join } from 'node:path'

/**
 * The folder in which somebody typed `npm run griot`: npm runs the scripts of package.json, which lies in `root`, in that folder, so
 * that relative paths would lie there. Undefined where npm does not run this program itself, as the script "griot".
 */
export function callersFolder(
  root: string,
  variables: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const isOurScript =
    variables['npm_lifecycle_event'] === 'griot' &&
    variables['npm_package_json'] === join(root, 'package.json')
  return isOurScript ? variables['INIT_CWD'] || undefined : undefined
}
