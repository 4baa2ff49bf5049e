import { loadedRecords, useApi } from './api-store.ts'
import { type KnownToken, tokenForExamples } from './token-state.ts'

/** Newest known token with which the examples work as they are copied, if there is one. */
export function useExampleToken(): string | undefined {
  const { firstKey, createdKeys, tokens } = useApi()
  const known: readonly KnownToken[] =
    firstKey === undefined ? createdKeys : [{ token: firstKey }, ...createdKeys]
  return tokenForExamples(known, loadedRecords(tokens), new Date())
}

/** Key created at the first start, until it is dismissed or revoked. */
export function useFirstKey(): string | undefined {
  const { firstKey, firstKeyDismissed, tokens } = useApi()
  if (firstKey === undefined || firstKeyDismissed) return undefined
  return tokenForExamples([{ token: firstKey }], loadedRecords(tokens), new Date())
}
