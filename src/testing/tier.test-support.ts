import { type TestFunction, test } from 'vitest'

/**
 * Whether these tests run in the full tier, as everywhere but in `npm test` and `.ci/run`: there more of what is random is
 * tried, and each of many formats, languages and refusals of one kind.
 */
export const IS_FULL: boolean = process.env['GRIOT_TESTS'] !== 'core'

/** Returns `all` in the full tier, otherwise the first `count` of them. */
export function someOf<Case>(all: readonly Case[], count = 1): readonly Case[] {
  return IS_FULL ? all : all.slice(0, count)
}

/** A test that only the full tier has: it is dear, and another one stands for its kind in `npm test`. */
export function fullTest(name: string, run: TestFunction): void {
  if (IS_FULL) test(name, run)
}
