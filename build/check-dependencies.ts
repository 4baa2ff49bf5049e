import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { ResolverFactory } from 'oxc-resolver'
import { DEPENDENCY_RULES, type Import, isForbidden } from './dependency-rules.ts'

/** npm run check: refuses imports that dependency-rules.ts forbids, and circles of imports, one line each. */

const ROOT = join(import.meta.dirname, '..')
/** Circles are refused in all of them; the other rules hold in src. */
const FILES = '{src,build,bench,e2e,eval,train}/**/*.{ts,tsx,js,mjs}'
/** Programs with packages of their own, which their tests and npm run pack install. */
const APART = /^(?:e2e\/clients\/programs|e2e\/oracles\/players|build\/pack)\/|\/node_modules\//
/** A pattern that finds no files finds no fault either. */
const LEAST_FILES = 1_000
/** Packages that are not there on every system. */
const OPTIONAL = new Set(['ffmpeg-static'])

const resolver = new ResolverFactory({
  conditionNames: ['import', 'node', 'default'],
  extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
})
const files = globSync(FILES, { cwd: ROOT })
  .map((path) => path.replaceAll(sep, '/'))
  .filter((path) => !APART.test(path))
  .sort()
if (files.length < LEAST_FILES) throw new Error(`Only ${files.length} files were found.`)

const faults: string[] = []
const imports = files.flatMap(importsOf)
for (const one of imports)
  for (const rule of DEPENDENCY_RULES)
    if (isForbidden(one, rule)) faults.push(`${one.from} → ${one.to}\n  ${rule.comment}`)
for (const circle of circlesOf(imports))
  faults.push(`${circle.join(' → ')}\n  Two files that import each other are one.`)
if (faults.length > 0) process.stderr.write(`${faults.join('\n')}\n`)
process.stdout.write(`${files.length} files, ${faults.length} forbidden imports.\n`)
process.exitCode = Number(faults.length > 0)

/** All that a file imports, types too: a layer that knows another's types knows the other. */
function importsOf(from: string): readonly Import[] {
  const { program, errors } = parseSync(from, readFileSync(join(ROOT, from), 'utf8'))
  if (errors[0]) throw new Error(`${from}: ${errors[0].message}`)
  const names = new Map<string, boolean>()
  const add = (name: string, isTypeOnly: boolean): void => {
    names.set(name, isTypeOnly && (names.get(name) ?? true))
  }
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => add(source.value, importKind === 'type'),
    ExportNamedDeclaration: ({ source, exportKind }) => {
      if (source) add(source.value, exportKind === 'type')
    },
    ExportAllDeclaration: ({ source, exportKind }) => add(source.value, exportKind === 'type'),
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') add(source.value, false)
    },
    TSImportType: ({ source }) => add(source.value, true),
  }).visit(program)
  return [...names].flatMap(([name, isTypeOnly]): readonly Import[] => {
    if (isBuiltin(name)) return [{ from, to: name, isBuiltin: true, isTypeOnly }]
    // What a bundler adds to a name, as in "file.js?url".
    const { path } = resolver.sync(join(ROOT, dirname(from)), name.replace(/\?.*/, ''))
    if (path) {
      const to = relative(ROOT, path).replaceAll(sep, '/')
      return [{ from, to, isBuiltin: false, isTypeOnly }]
    }
    if (!OPTIONAL.has(name)) faults.push(`${from} → ${name}\n  What is imported is there.`)
    return []
  })
}

/** Circles of files that import each other, one for each import that closes one. */
function circlesOf(all: readonly Import[]): readonly (readonly string[])[] {
  const importedBy = Map.groupBy(all, ({ from }) => from)
  const circles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) circles.push([...path.slice(at), file])
    if (at >= 0 || done.has(file)) return
    path.push(file)
    for (const { to } of importedBy.get(file) ?? []) visit(to)
    path.pop()
    done.add(file)
  }
  for (const file of importedBy.keys()) visit(file)
  return circles
}
