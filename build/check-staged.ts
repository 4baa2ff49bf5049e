import { execFileSync, spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'

/**
 * The pre-commit hook. It looks at the files as they are staged, in a folder of their own: what is in the working tree and
 * not staged neither helps nor hinders, and is not touched. Rules that look at several files wait for `npm run check`.
 */

const BIOME = join(import.meta.dirname, '../node_modules/@biomejs/biome/bin/biome')
const LARGEST_BYTES = 1024 * 1024
/** Folders whose files may be larger. */
const MAY_BE_LARGE = ['resources', 'models', 'eval/models', 'docs']
/** Files from which Biome reads its rules and the packages that a file may import. */
const NEEDED_BY_BIOME = ['biome.json', 'package.json']

const staged = git('diff', '--cached', '--name-only', '--diff-filter=d', '-z')
  .split('\0')
  .filter((path) => path !== '')
const folder = mkdtempSync(join(tmpdir(), 'griot-staged-'))
try {
  if (staged.length > 0) process.exitCode = check()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function check(): number {
  checkOut([...staged, ...NEEDED_BY_BIOME])
  const problems = staged.flatMap((path) => {
    const problem = problemOf(path)
    return problem === undefined ? [] : [`${path}: ${problem}`]
  })
  for (const problem of problems) say(problem)
  const isWellFormed = biome()
  if (problems.length === 0 && isWellFormed) return 0
  say('Nothing was committed. "git commit --no-verify" leaves this check out.')
  return 1
}

/** Why a file must not be committed. */
function problemOf(path: string): string | undefined {
  if (path.split('/').includes('node_modules')) return 'packages are not part of the project.'
  const file = lstatSync(join(folder, path), { throwIfNoEntry: false })
  if (!file?.isFile()) return undefined
  if (file.size > LARGEST_BYTES) {
    if (MAY_BE_LARGE.some((home) => path.startsWith(`${home}/`))) return undefined
    const size = (file.size / LARGEST_BYTES).toFixed(1)
    return `it has ${size} MiB; only ${MAY_BE_LARGE.join(', ')} hold files of more than 1.`
  }
  const conflict = /^(?:<{7}|\|{7}|>{7})(?: |\r?$)/m.exec(
    readFileSync(join(folder, path), 'latin1'),
  )
  return conflict
    ? `it holds a conflict that is not resolved ("${conflict[0].trim()}").`
    : undefined
}

/** Whether what is staged is formatted and fulfils the rules; tells what does not, and how to mend it. */
function biome(): boolean {
  const colors = process.stderr.isTTY ? 'force' : 'off'
  const args = [BIOME, 'check', '--no-errors-on-unmatched', `--colors=${colors}`, '.']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder })
  if (status === 0) return true
  process.stderr.write(Buffer.concat([stdout, stderr]))
  say('"npm exec -- biome check --write FILE" mends most of it; stage the file again afterwards.')
  return false
}

/** Writes files as they are staged, with the line ends that they have there, into the folder. */
function checkOut(paths: readonly string[]): void {
  const args = [
    '-c',
    'core.autocrlf=false',
    'checkout-index',
    '--force',
    '--quiet',
    '-z',
    '--stdin',
  ]
  execFileSync('git', [...args, `--prefix=${folder}${sep}`], { input: paths.join('\0') })
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * LARGEST_BYTES })
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
