import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wholeProgram, withAllBelow } from '#cli/program.test-support.ts'

const ROOT = join(import.meta.dirname, '../..')
const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.md'))
const pages = ['README.md', ...docs.map((name) => `docs/${name}`)]
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

const known = withAllBelow(await wholeProgram())
  .map((command) => command.helpInformation())
  .join('\n')

/** Of the programs that call, of npm, curl and openssl; of the benches and long tests of a checkout. */
const OF_OTHERS = ['GRIOT_KEY', 'GRIOT_URL']
const OF_A_CHECKOUT = globSync('{bench,e2e}/**/*.ts', {
  ...{ cwd: ROOT, exclude: ['**/node_modules/**'] },
}).flatMap((file) => textOf(file).match(/\bGRIOT_(?:BENCH|FAULT)_[A-Z]+/g) ?? [])

test.each(pages)(
  'every command, option and variable that %s names is one that griot knows',
  (page) => {
    const text = textOf(page)
    const commands = [...text.matchAll(/griot -- ([a-z]+)|`griot ([a-z]+)/g)].map(
      ([, run, named]) => `griot ${run ?? named}`,
    )
    const lines = text.match(/griot (?:-- )?[a-z]+[^\n`]*(?:\\\n[^\n]*)*|`--[a-z-]+/g) ?? []
    const options = lines.flatMap((line) => line.match(/(?<=[\s`])--[a-z-]+|^`--[a-z-]+/g) ?? [])
    const variables = (text.match(/\bGRIOT_[A-Z_]*[A-Z]\b/g) ?? []).filter(
      (name) => !OF_OTHERS.includes(name) && !OF_A_CHECKOUT.includes(name),
    )
    for (const name of [...commands, ...options, ...variables])
      expect([page, known]).toEqual([page, expect.stringContaining(name.replace('`', ''))])
  },
)
