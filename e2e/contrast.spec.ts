import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { test } from './fixtures.ts'

const css = readFileSync(join(import.meta.dirname, '../src/renderer/app/theme.css'), 'utf8')
const dark = css.slice(css.indexOf('[data-mantine-color-scheme="dark"]'))

/**
 * Relative luminance of a colour written as `--name: #rrggbb` (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance).
 */
function luminance(theme: string, name: string): number {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6})`).exec(theme)?.[1] ?? ''
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colours, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
function contrast(theme: string, foreground: string, background: string): number {
  const [one, other] = [luminance(theme, foreground), luminance(theme, background)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

for (const [name, theme] of [
  ['light', css],
  ['dark', dark],
] as const)
  test(`every text colour of the ${name} theme is readable on both backgrounds`, () => {
    for (const background of ['background', 'surface']) {
      expect(contrast(theme, 'text', background)).toBeGreaterThan(7)
      for (const text of ['text-secondary', 'accent', 'success', 'warning', 'error'])
        expect([text, contrast(theme, text, background) >= 4.5]).toEqual([text, true])
      expect(contrast(theme, 'text-disabled', background)).toBeGreaterThan(3)
    }
  })
