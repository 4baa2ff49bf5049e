import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

test('the configuration of the packages is what electron-builder takes', () => {
  const schema = JSON.parse(read('build/pack/node_modules/app-builder-lib/scheme.json'))
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  const validate = ajv.compile(schema)
  validate(parse(read('build/electron-builder.yml')))
  expect(validate.errors ?? []).toEqual([])
  expect(validate({ appId: 'com.griot.studio', asarUnpacked: [] })).toBe(false)
})
