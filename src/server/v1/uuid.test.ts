import { expect, test } from 'vitest'
import { uuidIn } from './uuid.ts'

const ID = '182bd5e5-6e1a-1fe4-c799-aa6d9a6ab26e'

test.each([ID, ID.toUpperCase(), ID.replaceAll('-', ''), `{${ID}}`, `urn:uuid:${ID}`, ` ${ID}\n`])(
  '%s is a UUID',
  (text) => {
    expect(uuidIn(text)).toBe(ID)
  },
)

test('so are those that say nothing of their version', () => {
  for (const id of ['00000000-0000-0000-0000-000000000000', '12345678-1234-1234-1234-1234567890ab'])
    expect(uuidIn(id)).toBe(id)
})

test.each(['', 'file', `${ID}0`, ID.slice(1), 'g'.repeat(32), `https://a/${ID}`])(
  '“%s” is none',
  (text) => {
    expect(uuidIn(text)).toBeUndefined()
  },
)
