import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'

const css = readFileSync(join(import.meta.dirname, '../src/renderer/app/theme.css'), 'utf8')
const dark = css.slice(css.indexOf('[data-mantine-color-scheme="dark"]'))

/** The relative luminance of a colour written as `--name: #rrggbb` (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminance(look: string, name: string): number {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(look)?.[1] ?? ''
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(look: string, ink: string, ground: string): number {
  const [one, other] = [luminance(look, ink), luminance(look, ground)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

for (const [name, look] of [
  ['light', css],
  ['dark', dark],
] as const)
  test(`every ink of the ${name} look can be read on paper and on a sheet`, () => {
    for (const ground of ['paper', 'sheet']) {
      expect(contrast(look, 'ink', ground)).toBeGreaterThan(7)
      for (const ink of ['ink-quiet', 'accent', 'ready', 'changed', 'failed'])
        expect([ink, contrast(look, ink, ground) >= 4.5]).toEqual([ink, true])
      expect(contrast(look, 'ink-disabled', ground)).toBeGreaterThan(3)
    }
  })
