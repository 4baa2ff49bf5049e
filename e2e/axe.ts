import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** Contrast of text: of 4.5 : 1, of 7 : 1 as well (WCAG 2.2, 1.4.6), or not looked at, which takes most of the time. */
type Contrast = 'usual' | 'enhanced' | 'none'
const RULES = {
  usual: {},
  enhanced: { 'color-contrast-enhanced': { enabled: true } },
  none: { 'color-contrast': { enabled: false } },
} as const

/** What axe finds on a page, or `within` its parts of a selector: the rule, and the elements that break it. */
export async function violations(
  page: Page,
  within = 'html',
  contrast: Contrast = 'usual',
): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .include(within)
    .options({
      // What passes is not described.
      resultTypes: ['violations'],
      rules: RULES[contrast],
    })
    // In the page itself: no frame of another origin is in it, and a second page for each result takes long.
    .setLegacyMode()
    .analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}
