import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** Finds what people would read in code of the studio instead of in its catalogues, and reads the catalogues. */

const ROOT = join(import.meta.dirname, '..')
const RENDERER = join(ROOT, 'src/renderer')
const LOCALES = join(RENDERER, 'i18n/locales')

/** Attributes and properties that people read. */
const READ_NAMES: ReadonlySet<string> = new Set([
  ...['alt', 'aria-label', 'aria-roledescription', 'aria-valuetext', 'cancelLabel', 'caption'],
  ...['confirmLabel', 'description', 'empty', 'explanation', 'heading', 'hint', 'label', 'message'],
  ...['placeholder', 'problem', 'question', 'suffix', 'summary', 'title', 'words', 'action'],
])

const LETTERS = /\p{L}{2}/u
/** A path, a class of a style sheet, or the name of the program, which is the same in every language. */
const CODE = /^(\/\S+|[a-z]+(-[a-z]+)+|Griot)$/
/** Two words or more of which the first has a capital: a sentence or a name of several words. */
const SENTENCE = /^\s*[“"]?\p{Lu}\p{L}*['’]?\p{L}*[,:]?\s+\p{L}/u
/** Words in small letters that only people read: two or more, with a space between them and none of the signs of code. */
const PHRASE = /^[\p{L}\s,.'’…]*\p{L}{2,}\s+\p{L}{2,}[\p{L}\s,.'’…]*$/u

/** A text in code, and where it is. */
export interface TextInCode {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** What people would read in a file of code. */
export function textsOfCode(file: string, code: string): readonly TextInCode[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: TextInCode[] = []
  const notRead = new Set<unknown>()
  const add = (text: string, start: number): void => {
    const line = code.slice(0, start).split('\n').length
    found.push({ file, line, text: text.replace(/\s+/g, ' ').trim() })
  }
  const read = (node: Node | null | undefined): void => {
    for (const { value, start } of stringsOf(node)) {
      if (!notRead.has(start) && LETTERS.test(value) && !CODE.test(value)) add(value, start)
      notRead.add(start)
    }
  }
  const skip = (node: Node | null | undefined): void => {
    for (const { start } of stringsOf(node)) notRead.add(start)
  }
  new Visitor({
    JSXText: ({ value, start }) => {
      if (LETTERS.test(value) && !CODE.test(value.trim())) add(value, start)
    },
    JSXAttribute: ({ name, value }) => {
      const isRead = name.type === 'JSXIdentifier' && READ_NAMES.has(name.name)
      if (isRead) read(value)
      else if (value?.type === 'Literal') skip(value)
    },
    Property: ({ key, value, computed }) => {
      const name = key.type === 'Identifier' && !computed ? key.name : undefined
      if (name !== undefined && READ_NAMES.has(name)) read(value)
    },
    NewExpression: ({ callee, arguments: values }) => {
      // Mistakes of programs, which nobody is shown.
      const name = callee.type === 'Identifier' ? callee.name : ''
      if (name === 'RangeError' || name === 'TypeError') for (const value of values) skip(value)
    },
    ImportDeclaration: ({ source }) => skip(source),
    CallExpression: ({ callee, arguments: values }) => {
      const name = callee.type === 'Identifier' ? callee.name : ''
      if (name === 't' || name === 'call') for (const value of values) skip(value)
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string' && !notRead.has(start) && isProse(value)) add(value, start)
    },
    TemplateLiteral: ({ quasis, start }) => {
      const text = quasis.map(({ value }) => value.cooked ?? '').join('…')
      if (!notRead.has(start) && isProse(text)) add(text, start)
    },
  }).visit(program)
  return found
}

type Node = { readonly type: string } & object

const isProse = (text: string): boolean =>
  !/\w\.\w/.test(text) && (SENTENCE.test(text) || PHRASE.test(text))

/** The strings that an expression may be: of a condition both, of a call none. */
function stringsOf(node: unknown): readonly { readonly value: string; readonly start: number }[] {
  if (!isNode(node)) return []
  if (node.type === 'Literal' && typeof node['value'] === 'string')
    return [{ value: node['value'], start: Number(node['start']) }]
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as readonly { value: { cooked: string | null } }[]
    const value = quasis.map((part) => part.value.cooked ?? '').join('…')
    return [{ value, start: Number(node['start']) }]
  }
  const inner = ['expression', 'consequent', 'alternate', 'left', 'right']
  const isTransparent =
    /^(JSXExpressionContainer|ConditionalExpression|LogicalExpression|TSAsExpression)$/
  if (!isTransparent.test(node.type)) return []
  return inner.flatMap((name) => stringsOf(node[name]))
}

function isNode(
  value: unknown,
): value is { readonly type: string; readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** What people would read in the code of the studio. Tests, and the catalogues' own folder, are left out. */
export function textsInCode(): readonly TextInCode[] {
  return (
    readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test(-support)?\.tsx?$/.test(path))
      // Programs to be copied, which have no language.
      .filter((path) => !path.endsWith('/example-code.ts'))
      .sort()
      .flatMap((path) =>
        textsOfCode(
          relative(ROOT, join(RENDERER, path)),
          readFileSync(join(RENDERER, path), 'utf8'),
        ),
      )
  )
}

/** The texts of a language by their keys, such as `files:cleanUp.title`. */
export function catalogueOf(language: string): ReadonlyMap<string, string> {
  const folder = join(LOCALES, language)
  const texts = new Map<string, string>()
  const take = (prefix: string, value: unknown): void => {
    if (typeof value === 'string') texts.set(prefix, value)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        take(prefix.endsWith(':') ? prefix + key : `${prefix}.${key}`, inner)
    else throw new TypeError(`${language}, ${prefix}: a text is a string.`)
  }
  for (const file of readdirSync(folder))
    take(`${file.replace(/\.json$/, '')}:`, JSON.parse(readFileSync(join(folder, file), 'utf8')))
  return texts
}

/** Names of what is put into a text, and of its tags, sorted. @example `slotsOf('{{n, number}} of <b>x</b>')` is `['</b>', '<b>', 'n']`. */
export function slotsOf(text: string): readonly string[] {
  const values = [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name ?? '')
  const tags = [...text.matchAll(/<\/?\w+\s*\/?>/g)].map(([tag]) => tag)
  return [...new Set([...values, ...tags])].sort()
}
