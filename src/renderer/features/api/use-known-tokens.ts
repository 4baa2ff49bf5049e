import { loadedRecords, useApi } from './api-store.ts'
import { type KnownToken, tokenForExamples } from './token-state.ts'

/** Newest known token with which the examples work as they are copied, if there is one. */
export function useExampleToken(): string | undefined {
  const { about, createdKeys, tokens } = useApi()
  const firstKey = about.status === 'loaded' ? about.value.firstKey : undefined
  const known: readonly KnownToken[] =
    firstKey === undefined ? createdKeys : [{ token: firstKey }, ...createdKeys]
  return tokenForExamples(known, loadedRecords(tokens), new Date())
}

/** Key created at the first start, until it is dismissed or revoked. */
export function useFirstKey(): string | undefined {
  const { about, firstKeyDismissed, tokens } = useApi()
  const firstKey = about.status === 'loaded' ? about.value.firstKey : undefined
  if (firstKey === undefined || firstKeyDismissed) return undefined
  return tokenForExamples([{ token: firstKey }], loadedRecords(tokens), new Date())
}
