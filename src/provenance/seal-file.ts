import { basename, dirname, extname, join } from 'node:path'
import type { Facts } from './c2pa/facts.ts'
import type { SigningKey } from './c2pa/keys.ts'
import { makeSidecar, signUnseenFile } from './c2pa/sign.ts'
import { replacing } from './c2pa/write-file.ts'
import type { RegisterAs } from './seal-answer.ts'

/** One finished file to be signed, before anybody sees it. */
export interface FileOrder {
  readonly path: string
  /** The path it will have in the end. */
  readonly name: string
  readonly facts: Facts
  readonly key: SigningKey
  /** Where the manifest goes: into the file, beside it, or both. */
  readonly into: boolean
  readonly beside: boolean
  readonly register: RegisterAs
}

/** Signs a finished file, in place and beside it as ordered. Answers where the sidecar is. Throws what signing throws. */
export async function sealFile(
  { path, name, facts, key, into, beside, register }: FileOrder,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (into) await register(await signUnseenFile(path, facts, key, signal), 'embedded', signal)
  if (!beside) return undefined
  const sidecarPath = join(dirname(name), `${basename(name, extname(name))}.c2pa`)
  const { store, signed } = await makeSidecar(path, facts, key, signal)
  await replacing(sidecarPath, (file) => file.writeFile(store))
  await register(signed, 'sidecar', signal)
  return sidecarPath
}
