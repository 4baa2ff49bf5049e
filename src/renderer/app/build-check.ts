/**
 * Whether a served page loads a different script than the running one. The name of the script contains a hash of its
 * content; its folder is another one after each start. A page without a script, such as the sign-in page, counts as
 * unchanged.
 */
export function isDifferentBuild(page: string, script: string): boolean {
  const name = script.slice(script.lastIndexOf('/'))
  return page.includes('type="module"') && !page.includes(`${name}"`)
}
