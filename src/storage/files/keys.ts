import { folderOf } from './folders.ts'

/** Begins the keys of all files. In a data folder it is the folder of that name. */
export const FILES_PREFIX = 'files/'

/** Keys of the bytes of a file and of its metadata. */
export function keysOf({ account, id }: { readonly account: string; readonly id: string }): {
  readonly whole: string
  readonly about: string
} {
  const whole = `${FILES_PREFIX}${folderOf(account)}/${id}`
  return { whole, about: `${whole}.json` }
}
