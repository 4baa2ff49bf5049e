import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { onePerLine } from '../sentence-lines.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const PAGES = globSync(
  ['*.md', '{.github,bench,clients,docs,eval,models,resources,train}/**/*.md'],
  { cwd: ROOT, exclude: ['**/node_modules/**'] },
).sort()
/** A path in backticks, whole or, in the pages about the code, from a folder of it on. */
const FOLDERS = [
  'src',
  'build',
  'bench',
  'clients',
  'eval',
  'e2e',
  'train',
  'docs',
  'resources',
  'models',
  '.github',
  '.ci',
  'deploy',
]
const WHOLE = new RegExp(
  String.raw`\`((?:${FOLDERS.join('|').replaceAll('.', '\\.')})/[^\`\s]*)\``,
  'g',
)
const CODE = /`([\w.-]+(?:\/[\w.-]+)+\.[jt]sx?)`/g
const DOC_COMMENT = /^\s*\/\*\*[\s\S]*?\*\//gm
/** Comments that begin a line. */
const COMMENT = /^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm
/** A name in camelCase, PascalCase or UPPER_CASE in backticks, alone, called or with a member. */
const IDENTIFIER = /`([a-zA-Z][a-z\d]*[A-Z]\w*|[A-Z][A-Z\d_]*)(?:[.(][^`]*)?`/g
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path).split(sep).join('/'),
  ),
)

test.each(PAGES)('%s names files and pages that are there', (page) => {
  const text = read(page)
  const whole = [...text.matchAll(WHOLE)]
    .map(([, path = '']) => path.replace(/\/$/, ''))
    .filter(isOneFile)
  const places = [ROOT, join(ROOT, dirname(page))]
  expect(whole.filter((path) => !places.some((place) => existsSync(join(place, path))))).toEqual([])
  const code = [...text.matchAll(CODE)].map(([, path = '']) => path).filter(isOneFile)
  const unknown = code.filter(
    (path) => !sources.some((source) => `/${source}`.endsWith(`/${path}`)),
  )
  expect(unknown).toEqual([])
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)]
  const dead = links.filter(([, path = '', anchor]) => {
    const target = path === '' ? page : join(dirname(page), path)
    if (!existsSync(join(ROOT, target))) return true
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
  })
  expect(dead.map(([link]) => link)).toEqual([])
})

test.each(PAGES)('%s has a line for each sentence', (page) => {
  expect(read(page)).toBe(onePerLine(read(page)))
})

/** False for a path with a placeholder or a pattern in it. */
function isOneFile(path: string): boolean {
  return !/\/[A-Z]{2,}(?:[./]|$)|[*{<]/.test(path)
}

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('every identifier that a doc comment of src names in backticks stands somewhere in its code', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).map(
    (file) => [file, read(file)] as const,
  )
  const code = files.map(([, text]) => text.replaceAll(COMMENT, '')).join('\n')
  const names = new Set(code.match(/[\w$]+/g))
  const unknown = files.flatMap(([file, text]) =>
    [...text.matchAll(DOC_COMMENT)]
      .flatMap(([comment]) => [...comment.matchAll(IDENTIFIER)])
      .map(([, name = '']) => name)
      .filter((name) => name.length > 4 && !names.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('each form for an issue is one that GitHub can show', () => {
  const folder = '.github/ISSUE_TEMPLATE'
  const forms = readdirSync(join(ROOT, folder)).filter((name) => name !== 'config.yml')
  expect(forms).toEqual(['bug.yml', 'pronunciation.yml', 'wish.yml'])
  for (const form of forms) {
    const { name, description, body } = parse(read(join(folder, form)))
    expect([form, typeof name, typeof description]).toEqual([form, 'string', 'string'])
    const fields: Field[] = body.filter(({ type }: Field) => type !== 'markdown')
    const ids = fields.map(({ id }) => id)
    expect(new Set(ids).size).toBe(fields.length)
    for (const { type, id, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type)
      expect([id, attributes.label]).toEqual([
        expect.stringMatching(/^[\w-]+$/),
        expect.any(String),
      ])
      if (type === 'dropdown') expect(new Set(attributes.options).size).toBeGreaterThan(1)
    }
  }
})

interface Field {
  readonly type: string
  readonly id?: string
  readonly attributes: { readonly label?: string; readonly options?: readonly string[] }
}

test('the newest number in the changelog is not ahead of the version, and Unreleased stands first', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\]/gm)].map(([, name]) => name)
  expect(headings[0]).toBe('Unreleased')
  const { version } = JSON.parse(read('package.json'))
  if (headings.length > 1) expect(headings[1]).toBe(version)
})
