import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { removeManifest } from './sign.ts'
import { never, newKey, signedBytes } from './signing.test-support.ts'

const QUIET = Buffer.from(
  'RIFF\x28\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0data\x04\0\0\0\0\0\0\0',
  'latin1',
)
const folder = folderForTests('griot àyè')

test.each([0o600, 0o640, 0o444])(
  'a file of mode %i that is written anew is open to nobody to whom it was not',
  async (mode) => {
    const path = join(folder, `${mode}.wav`)
    writeFileSync(path, await signedBytes(QUIET, await newKey(new Date())))
    chmodSync(path, mode)
    expect(await removeManifest(path, path, never)).toBe(true)
    expect(statSync(path).mode & 0o777).toBe(mode & ~process.umask())
  },
)
