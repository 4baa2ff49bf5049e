import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { checkPermissions } from './check-permissions.ts'

const folder = folderForTests("griot ẹ̀tọ́ l'ẹ́nu")
let home: string
let count = 0
beforeEach(() => {
  home = join(folder, String(++count))
  mkdirSync(join(home, 'provenance'), { recursive: true })
  writeFileSync(join(home, 'provenance', 'signing-key.pem'), 'secret')
  writeFileSync(join(home, 'library.db'), 'rows')
  allow(0o700)
})

/** `rights` to the home; below it nobody else has any. */
function allow(rights: number): void {
  chmodSync(join(home, 'provenance', 'signing-key.pem'), 0o600)
  chmodSync(join(home, 'provenance'), 0o700)
  chmodSync(join(home, 'library.db'), 0o600)
  chmodSync(home, rights)
}

test('a data folder for its owner alone is good, whatever the rights of what lies in it, and so is one that is not there', async () => {
  expect(await checkPermissions(home)).toBe('private to their owner')
  chmodSync(join(home, 'library.db'), 0o644)
  expect(await checkPermissions(home)).toBe('private to their owner')
  expect(await checkPermissions(join(home, 'not', 'yet'))).toBe('private as soon as it is created')
})

test.each([
  ['0755', 0o755],
  ['0750', 0o750],
  ['0701', 0o701],
  ['0740', 0o740],
])(
  'a data folder with the rights %s is named with the command that closes it',
  async (words, rights) => {
    allow(rights)
    const told = await checkPermissions(home).catch(String)
    expect(told).toContain(`${home} (${words})`)
    expect(told).toContain(`chmod -R go-rwx '${home.replace("'", `'\\''`)}'`)
  },
)

test('in a data folder that others may enter, each file and folder that they can read is named, three at most', async () => {
  allow(0o711)
  chmodSync(join(home, 'provenance'), 0o755)
  chmodSync(join(home, 'provenance', 'signing-key.pem'), 0o644)
  expect(await checkPermissions(home).catch(String)).toMatch(
    /provenance \(0755\), .*signing-key\.pem \(0644\)/,
  )
  chmodSync(join(home, 'library.db'), 0o640)
  expect(await checkPermissions(home).catch(String)).toMatch(/ and 1 more\. Close it to them/)
  chmodSync(join(home, 'provenance'), 0o700)
  expect(await checkPermissions(home).catch(String)).not.toContain('signing-key')
})
