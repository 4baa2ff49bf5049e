import { join } from 'node:path'
import { homeFolder } from '#storage/home.ts'
import { callersFolder } from './callers-folder.ts'
import { keepCompiledCode } from './compiled-code.ts'
import { isTooOld, runInNewerNode } from './newer-node.ts'

const root = join(import.meta.dirname, '../..')
if (isTooOld(process.versions.node)) process.exitCode = await runInNewerNode(root)
else {
  const folder = callersFolder(root, process.env)
  if (folder !== undefined) process.chdir(folder)
  // Before the rest: what is imported before this is compiled anew by every command.
  keepCompiledCode(homeFolder(process.env))
  await import('./main.ts')
}
