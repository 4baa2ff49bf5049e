// Plain JavaScript that the oldest Node can read: npm runs it at the end of an install, which it must never break.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const HOOKS = 'build/hooks'
const root = fileURLToPath(new URL('..', import.meta.url))

// Nobody commits in an automatic run, nor where there is no checkout, as in an archive.
if (!process.env['CI'] && isCheckout()) setHooks()

/** Has git run the hooks of this project, unless somebody has chosen others. */
function setHooks() {
  const present = git('config', 'core.hooksPath')
  if (present === HOOKS) return
  const others = present ?? ownHooks()
  if (others !== undefined) {
    say(
      `The hooks of git stay as they are, in ${others}. To have this project's check what you commit:`,
    )
    say(`  git config core.hooksPath ${HOOKS}`)
  } else if (git('config', 'core.hooksPath', HOOKS) !== undefined) {
    say(`git now checks what you commit (core.hooksPath is ${HOOKS}).`)
  }
}

/** @returns {boolean} Whether this very folder is a checkout, and not only a part of another one. */
function isCheckout() {
  const top = git('rev-parse', '--show-toplevel')
  return top !== undefined && existsSync(top) && realpathSync(top) === realpathSync(root)
}

/** @returns {string | undefined} The folder of hooks that somebody has put there by hand. */
function ownHooks() {
  const folder = resolve(root, git('rev-parse', '--git-path', 'hooks') ?? '')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.some((name) => !name.endsWith('.sample')) ? folder : undefined
}

/**
 * @param {readonly string[]} args
 * @returns {string | undefined} What git says; undefined where it fails or is not there.
 */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}
