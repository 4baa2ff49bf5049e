import { libraryState } from '#storage/library-state.ts'

/** Identity of the library, and whether the files on the disk belong to it. Throws an Error that says what to do. */
export function checkIdentity(home: string): string {
  const state = libraryState(home)
  if (!state) return 'none yet: it is created at the first start'
  const { identity, generation, ownership, lost } = state
  // No studio or server has been started there since Griot was updated.
  if (ownership.kind === 'unmarked' && generation === 0)
    return 'its folders are marked at the next start'
  if (ownership.kind !== 'own') throw new Error(ownership.message)
  const kept = lost.length === 0 ? '' : `; lost+found holds ${lost.length} (see "griot recover")`
  return `${identity.slice(0, 8)}, generation ${generation}${kept}`
}
