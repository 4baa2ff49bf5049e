import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { titleWords } from '#shared/projects.ts'
import { JOURNAL_FILE, PROJECT_FILE } from './project-body.ts'

/** Title of a copy. */
export function copyTitle(title: string): string {
  return `${titleWords(title).slice(0, 190)} (copy)`
}

/** Whether a project lies in a folder, be it a damaged one. */
export function isProject(path: string): boolean {
  return existsSync(join(path, PROJECT_FILE)) || existsSync(join(path, JOURNAL_FILE))
}

/** Tells of paths in `folder` whether they are regular files, or `folder` itself: links, devices and pipes are not copied. */
export function isPlainBelow(folder: string): (path: string) => boolean {
  return (path) => path === folder || lstatSync(path).isFile()
}

/** Time of the last change in the folder of a project, in ISO 8601; undefined where it has gone. */
export function changeTime(path: string): string | undefined {
  const times = [JOURNAL_FILE, PROJECT_FILE].flatMap((name) => {
    const found = statSync(join(path, name), { throwIfNoEntry: false })
    return found ? [found.mtimeMs] : []
  })
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : undefined
}

/** Paths of the folders in a folder; none where it is missing. */
export function foldersIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
}

/** The longest part of a folder's name that comes from the title, in bytes: a name may have 255. */
const SLUG_BYTES = 120

/** A title as part of a folder's name on every system, with the letters of its language. @example `slug('Ìròyìn: òwúrọ̀!')` is `'ìròyìn-òwúrọ̀'`. */
export function slug(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  let cut = ''
  for (const { segment } of new Intl.Segmenter().segment(words)) {
    if (Buffer.byteLength(cut + segment) > SLUG_BYTES) break
    cut += segment
  }
  return cut.replace(/-+$/, '') || 'project'
}
