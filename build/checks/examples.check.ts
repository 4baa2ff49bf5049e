import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

/** Examples of the form "`call(…)` is `value`" in doc comments. */
const EXAMPLE = /@example `((?:[^`]|\n \* )+)` is `([^`]+)`/g
const ROOT = join(import.meta.dirname, '../..')

const examples = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] }).flatMap((file) =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(EXAMPLE)].map(([, call = '', value = '']) => {
    return { file, call, value }
  }),
)

test('there are examples in the comments of the code', () => {
  expect(examples.length).toBeGreaterThan(30)
})

test.each(examples)('$call is $value, as $file says', async ({ file, call, value }) => {
  const parts: Record<string, unknown> = await import(pathToFileURL(join(ROOT, file)).href)
  const evaluate = (code: string): unknown =>
    new Function(...Object.keys(parts), `return (${code})`)(...Object.values(parts))
  expect(await evaluate(call)).toEqual(await evaluate(value))
})
