import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** What axe finds on a page, or `within` its parts of a selector: the rule, and the elements that break it. */
export async function violations(page: Page, within = 'html'): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).include(within).analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}
