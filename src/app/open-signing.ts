import {
  type OpenProvenance,
  openProvenance,
  provenanceOf,
  type SigningOptions,
} from '#provenance/open-provenance.ts'
import { openVerifier, type Verifier, verifierOver } from '#provenance/open-verifier.ts'
import { signingContextOf } from '#provenance/signing-context.ts'
import { createStoredVoices } from '#storage/db/voices.ts'
import { type LibraryPlace, openLibrary } from './open-service.ts'

/** Verifies files and reads the registry, of a data folder or a service, without a key; `close` it when done. Throws as `openVerifier` does. */
export async function openVerifierAt(place: LibraryPlace): Promise<Verifier> {
  if (place.database === undefined) return openVerifier(place.home, () => new Date())
  const { database, now, close } = await openLibrary(place)
  try {
    return { ...(await verifierOver(place.home, database, now)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The provenance of a data folder, or of a service as a node with this data folder sees it; `close` when done. Throws as `openProvenance` does. */
export async function openProvenanceAt(
  place: LibraryPlace,
  options: Omit<SigningOptions, 'home'>,
): Promise<OpenProvenance> {
  const { home } = place
  if (place.database === undefined) return openProvenance({ ...options, home })
  const { database, now, close } = await openLibrary(place)
  try {
    const { find } = createStoredVoices(database)
    return {
      ...provenanceOf(database, { ...options, home }, now),
      signingContextOf: (order) => signingContextOf(order, find),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
