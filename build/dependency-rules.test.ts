import { expect, test } from 'vitest'
import { DEPENDENCY_RULES, type Import, isForbidden } from './dependency-rules.ts'

const commentsOf = (from: string, to: string, more: Partial<Import> = {}): readonly string[] => {
  const one = { from, to, isBuiltin: false, isTypeOnly: false, ...more }
  return DEPENDENCY_RULES.filter((rule) => isForbidden(one, rule)).map(({ comment }) => comment)
}

test.each([
  ['src/media/wav.ts', 'src/app/create-app.ts', /src\/media may import/],
  ['src/server/server.ts', 'node_modules/better-sqlite3/lib/index.js', /uses better-sqlite3/],
  ['src/cli/index.ts', 'node:child_process', /Programs are started by/],
  ['src/renderer/features/api/a.tsx', 'src/renderer/features/voices/b.ts', /meet in/],
  ['src/speech/languages/yo/a.ts', 'src/speech/languages/ha/b.ts', /no other one but English/],
  ['src/storage/db/database.ts', 'src/storage/home.ts', /src\/storage\/db\/ may import/],
])('%s may not import %s', (from, to, words) => {
  expect(commentsOf(from, to).join('\n')).toMatch(words)
})

test.each([
  ['src/app/create-app.ts', 'src/media/wav.ts'],
  ['src/storage/db/database.ts', 'node_modules/better-sqlite3/lib/index.js'],
  ['src/cli/cli.test.ts', 'node:child_process'],
  ['src/renderer/features/api/a.tsx', 'src/renderer/features/api/b.ts'],
  ['src/renderer/app/app-shell.tsx', 'src/renderer/features/api/a.tsx'],
  ['src/speech/languages/yo/a.ts', 'src/speech/languages/en/b.ts'],
])('%s may import %s', (from, to) => {
  expect(commentsOf(from, to)).toEqual([])
})

test('the preload may import no module of Node, and of the channel server only types', () => {
  const preload = 'src/desktop/preload/index.ts'
  expect(commentsOf(preload, 'node:fs', { isBuiltin: true })).toHaveLength(1)
  expect(commentsOf(preload, 'src/shared/channel-server.ts')).toHaveLength(1)
  expect(commentsOf(preload, 'src/shared/channel-server.ts', { isTypeOnly: true })).toEqual([])
})
