import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from '#shared/settings-list.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8')

test.each(
  SETTINGS.filter(({ section }) => section !== 'shortcuts').map(
    (setting) => [setting.id, setting] as const,
  ),
)(
  'the page about settings says what %s does, and what goes before it',
  (id, { description, environment = '', option = '', effect }) => {
    const row = PAGE.split('\n').find((line) => line.startsWith(`| \`${id}\` |`))
    for (const part of [
      description,
      environment,
      option,
      effect === 'now' ? 'at once' : 'next start',
    ])
      expect(row).toContain(part)
  },
)
