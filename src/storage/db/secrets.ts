import { z } from 'zod'
import type { Database } from './database.ts'

const SECRET_BYTES = 32
const Row = z.object({ bytes: z.instanceof(Uint8Array) })

/** The secret of this data folder that is called `name`: made where there is none yet, and the same ever after. */
export function secretOf(
  database: Database,
  name: string,
  randomBytes: (size: number) => Uint8Array,
): Uint8Array {
  database.run(
    'INSERT INTO secrets (name, bytes) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    name,
    randomBytes(SECRET_BYTES),
  )
  return Row.parse(database.all('SELECT bytes FROM secrets WHERE name = ?', name)[0]).bytes
}
