import { expect, test } from 'vitest'
import { isOtherBuild } from './other-build.ts'

const page = (script: string): string =>
  `<!doctype html><script type="module" crossorigin src="${script}"></script>`

test('a page of another build is known by its script, and one that asks for a key is no build', () => {
  expect(isOtherBuild(page('/assets/index-A1.js'), '/assets/index-A1.js')).toBe(false)
  expect(isOtherBuild(page('/assets/index-B2.js'), '/assets/index-A1.js')).toBe(true)
  expect(isOtherBuild('<!doctype html><form>', '/assets/index-A1.js')).toBe(false)
})
