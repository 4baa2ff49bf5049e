import { z } from 'zod'
import type { Database } from './database.ts'
import { all, type Steps } from './steps.ts'

/** Identity of a library and number of its state. */
export interface Identity {
  /** 32 hexadecimal digits, made with the library and never changed. */
  readonly identity: string
  /** Goes up with every start and after every copy, so that a copy that is put back is seen to be old. */
  readonly generation: number
}

/** Identity and generation of a library. Throws AppError('storage/failed') and ('storage/busy'). */
export interface LibraryIdentity {
  read(): Identity
  /** Sets the generation to one more than it is and than `seen`, the highest one that was met elsewhere. */
  advance(seen: number): Identity
  /** `work` may rely on the identity that it gets: no other process changes it meanwhile. */
  locked<T>(work: (identity: Identity) => T): T
}

const Rows = z.tuple([z.object({ identity: z.string(), generation: z.number() })])

/** Reads the identity and the generation of a library. */
export function* readIdentity(): Steps<Identity> {
  return Rows.parse(yield* all('SELECT identity, generation FROM library_identity'))[0]
}

/** The identity of a library that lies in a data folder. */
export function createLibraryIdentity(database: Database): LibraryIdentity {
  const read = (): Identity => database.perform(readIdentity)
  return {
    read,
    advance: (seen) =>
      database.transaction(() => {
        database.run('UPDATE library_identity SET generation = max(generation, ?) + 1', seen)
        return read()
      }),
    locked: (work) => database.transaction(() => work(read())),
  }
}
