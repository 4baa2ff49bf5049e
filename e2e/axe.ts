import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/**
 * What axe finds on a page, or `within` its parts of a selector: the rule, and the elements that break it. `enhanced`: text must have a
 * contrast of 7 : 1 too (WCAG 2.2, 1.4.6).
 */
export async function violations(page: Page, within = 'html', enhanced = false): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .include(within)
    .options({
      // What passes is not described.
      resultTypes: ['violations'],
      ...(enhanced ? { rules: { 'color-contrast-enhanced': { enabled: true } } } : {}),
    })
    // In the page itself: no frame of another origin is in it, and a second page for each result takes long.
    .setLegacyMode()
    .analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}
