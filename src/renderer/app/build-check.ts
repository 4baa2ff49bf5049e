/**
 * Whether a served page loads a different script than the running one. The name of the script contains a hash of its
 * content. A page without a script, such as the sign-in page, counts as unchanged.
 */
export function isDifferentBuild(page: string, script: string): boolean {
  return page.includes('type="module"') && !page.includes(`src="${script}"`)
}
