import { z } from 'zod'
import { all, run, type Steps } from './steps.ts'

const SECRET_BYTES = 32
const Rows = z.array(z.object({ bytes: z.instanceof(Uint8Array) }))

/**
 * The secret of this library that is called `name`: made where there is none yet, and the same ever after, for every program
 * that uses the library.
 */
export function secretOf(
  name: string,
  randomBytes: (size: number) => Uint8Array,
): Steps<Uint8Array> {
  return storeSecret(name, () => randomBytes(SECRET_BYTES))
}

/** As `secretOf`, with bytes of any kind, which `make` gives where there are none yet. */
export function* storeSecret(name: string, make: () => Uint8Array): Steps<Uint8Array> {
  const known = yield* findSecret(name)
  if (known) return known
  yield* run(
    'INSERT INTO secrets (name, bytes) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    ...[name, make()],
  )
  // Another program may have been first.
  return yield* storeSecret(name, make)
}

/** The secret that is called `name`; undefined where there is none. */
export function* findSecret(name: string): Steps<Uint8Array | undefined> {
  return Rows.parse(yield* all('SELECT bytes FROM secrets WHERE name = ?', name))[0]?.bytes
}
