/**
 * Source of a group that stands for a regular expression in small and capital letters of ASCII, as `(?i:…)` does, which is a syntax
 * error before Node 23. Of classes it takes single letters, not ranges of them.
 */
export function anyCase(source: string): string {
  let isInClass = false
  const expanded = source.replaceAll(/\\[pP]\{[^}]*\}|\\.|[[\]]|[a-zA-Z]/gu, (found) => {
    if (found === '[' || found === ']') isInClass = found === '['
    if (!/^[a-zA-Z]$/.test(found)) return found
    const both = `${found.toLowerCase()}${found.toUpperCase()}`
    return isInClass ? both : `[${both}]`
  })
  return `(?:${expanded})`
}
