/**
 * Whether a page as it is served now starts another script than the one that runs, whose name has a hash of what is in
 * it. A page that starts none, such as the one that asks for a key, says nothing.
 */
export function isDifferentBuild(page: string, script: string): boolean {
  return page.includes('type="module"') && !page.includes(`src="${script}"`)
}
