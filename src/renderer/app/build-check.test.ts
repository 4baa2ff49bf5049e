import { expect, test } from 'vitest'
import { isDifferentBuild } from './build-check.ts'

const page = (script: string): string =>
  `<!doctype html><script type="module" crossorigin src="${script}"></script>`

test('a different build is recognised by its script; a sign-in page is not a build', () => {
  expect(isDifferentBuild(page('/assets/index-A1.js'), '/assets/index-A1.js')).toBe(false)
  expect(isDifferentBuild(page('/assets/index-B2.js'), '/assets/index-A1.js')).toBe(true)
  const other = page('./start/b/assets/index-A1.js')
  expect(isDifferentBuild(other, './start/a/assets/index-A1.js')).toBe(false)
  expect(isDifferentBuild('<!doctype html><form>', '/assets/index-A1.js')).toBe(false)
})
