import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The licence of every model stands in models/catalog.json, and its card agrees. */

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Licence {
  readonly id: string
  readonly commercialUse: boolean
  readonly without?: string
}
const {
  models,
  lexicons,
}: {
  readonly models: readonly {
    readonly id: string
    readonly licence: Licence
    readonly files: readonly { readonly name: string }[]
  }[]
  readonly lexicons: readonly { readonly files: readonly string[]; readonly licence: Licence }[]
} = JSON.parse(read('models/catalog.json'))

test('every file of a model has an entry in the catalog', () => {
  const listed = models.flatMap(({ id, files }) => files.map(({ name }) => `${id}/${name}`))
  const found = readdirSync(join(ROOT, 'models'), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name !== 'README.md' && entry.name !== 'catalog.json',
    )
    .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, 'models').length + 1))
  expect(listed.sort()).toEqual(found.sort())
})

test.each(models.map((model) => [model.id, model] as const))(
  'the card of %s ends with the licence of the catalog',
  (id, { licence }) => {
    const limit = licence.commercialUse ? '' : ', not for commercial use'
    const last = read(`models/${id}/README.md`).trimEnd().split('\n').at(-1)
    expect(last).toBe(`Licence of these files: \`${licence.id}\`${limit}.`)
  },
)

test.each([...models, ...lexicons].map(({ licence }) => [licence.id, licence] as const))(
  'what %s allows is said, and what to do without it',
  (id, { commercialUse, without = '' }) => {
    expect(commercialUse).toBe(!id.includes('-NC-'))
    expect(without !== '').toBe(!commercialUse)
  },
)

test('lexicons that were learned from texts for non-commercial use are listed, too', () => {
  const names = lexicons.flatMap(({ files }) => files)
  const limited = read('THIRD_PARTY.md')
    .split('\n')
    .filter(
      (row) =>
        row.startsWith('|') &&
        row.includes('resources/lexicons/') &&
        row.endsWith('| **CC-BY-NC-4.0** |'),
    )
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  expect([...names].sort()).toEqual(limited.sort())
})
