import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import { makeOperatorChain } from '#provenance/c2pa/operator.test-support.ts'
import { flipped } from '#provenance/c2pa/signing.test-support.ts'
import { folderForTests } from '#testing/folder.test-support.ts'
import { fullTest } from '#testing/tier.test-support.ts'

const folder = folderForTests('griot àṣẹ')
const griot = (args: readonly string[], variables: Record<string, string> = {}) =>
  runGriotHere(folder, args, { variables })
const at = (name: string): string => join(folder, name)
const kindOf = async (name: string, GRIOT_HOME = at('data')) => {
  const { out } = await griot(['verify', '--json', name], { GRIOT_HOME })
  return JSON.parse(out)[0].verdict.kind
}

beforeAll(async () => {
  const piped = await griot([
    'say',
    'Ina kwana? Lafiya lau. '.repeat(15),
    '--voice',
    'amina',
    '--format',
    'mp3',
    '--out',
    '-',
  ])
  writeFileSync(at('labari.mp3'), piped.bytes)
})

it('shows what was registered about a file, and the same under its request id', async () => {
  const shown = JSON.parse((await griot(['provenance', 'show', 'labari.mp3', '--json'])).out)
  expect(shown.verdict).toMatchObject({ kind: 'made-here', placement: 'trailing' })
  const { requestId } = shown.verdict.facts
  expect(shown.record).toMatchObject({
    ...{ requestId, voice: 'Amina', language: 'ha', format: 'mp3', placement: 'trailing' },
    sizeBytes: readFileSync(at('labari.mp3')).length,
  })
  const record = await griot(['provenance', 'show', requestId])
  expect([record.code, record.out]).toEqual([0, expect.stringContaining(shown.record.sha256)])
  expect(record.out).not.toContain('kwana')
  const other = await griot(['provenance', 'show', requestId, '--account', 'àjèjì'])
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('Nothing was signed')])
})

it('moves a manifest from behind the sound to the standard place, with the same request', async () => {
  const { code, err } = await griot(['provenance', 'place', 'labari.mp3', '--out', 'gaba.mp3'])
  expect([code, err]).toEqual([0, expect.stringContaining('Wrote gaba.mp3')])
  const shown = JSON.parse((await griot(['provenance', 'show', 'gaba.mp3', '--json'])).out)
  expect(shown.verdict).toMatchObject({ kind: 'made-here', placement: 'standard' })
  expect(shown.record.copies).toMatchObject([{ placement: 'embedded', format: 'mp3' }])
  const before = readFileSync(at('gaba.mp3'))
  const again = await griot(['provenance', 'place', 'gaba.mp3'])
  expect([again.code, again.err]).toEqual([
    0,
    expect.stringContaining('already. Nothing was written'),
  ])
  expect(readFileSync(at('gaba.mp3')).equals(before)).toBe(true)
  writeFileSync(at('lalace.mp3'), flipped(before, before.length - 500))
  const refused = await griot(['provenance', 'place', 'lalace.mp3'])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('none to place')])
})

it('takes a manifest out and leaves the sound', async () => {
  const { code } = await griot(['provenance', 'remove', 'labari.mp3', '--out', 'sauti.mp3'])
  expect(code).toBe(0)
  expect(await kindOf('sauti.mp3')).toBe('nothing')
  const sound = readFileSync(at('sauti.mp3'))
  expect(readFileSync(at('labari.mp3')).subarray(0, sound.length).equals(sound)).toBe(true)
  writeFileSync(at('rubutu.txt'), 'kalmomi')
  const refused = await griot(['provenance', 'remove', 'rubutu.txt'])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('not a wav, mp3, flac')])
})

it('lets another computer know this one by its certificate, until that is taken away', async () => {
  const GRIOT_HOME = at('nesa')
  expect(await kindOf('labari.mp3', GRIOT_HOME)).toBe('unknown-signer')
  const { err } = await griot(['provenance', 'export-certificate', '--out', 'shaida.pem'])
  const sha256 = /[0-9a-f]{64}/.exec(err)?.[0] ?? 'none'
  const added = await griot(['provenance', 'trust', 'add', 'shaida.pem'], { GRIOT_HOME })
  expect([added.code, added.out]).toEqual([0, expect.stringContaining(sha256)])
  expect(await kindOf('labari.mp3', GRIOT_HOME)).toBe('known-signer')
  const list = JSON.parse(
    (await griot(['provenance', 'trust', 'list', '--json'], { GRIOT_HOME })).out,
  )
  expect(list).toMatchObject([{ sha256, subject: 'CN=Griot (this computer) root, O=Griot' }])
  expect(
    (await griot(['provenance', 'trust', 'remove', String(list[0].id)], { GRIOT_HOME })).code,
  ).toBe(0)
  expect(await kindOf('labari.mp3', GRIOT_HOME)).toBe('unknown-signer')
})

it('changes the key when that is confirmed, and what was signed before stays made here', async () => {
  const home = { GRIOT_HOME: at('sabon maɓalli') }
  const certificate = async () => (await griot(['provenance', 'export-certificate'], home)).out
  expect((await griot(['say', 'Yes.', '--out', 'tsoho.mp3'], home)).code).toBe(0)
  const asked = await griot(['provenance', 'rotate-key'], home)
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('--yes')])
  const before = await certificate()
  const { code, out } = await griot(['provenance', 'rotate-key', '--yes'], home)
  expect([code, out]).toEqual([0, expect.stringMatching(/SHA-256 [0-9a-f]{64}/)])
  expect(await certificate()).not.toBe(before)
  expect(await kindOf('tsoho.mp3', home.GRIOT_HOME)).toBe('made-here')
})

it('never shows the private key, and refuses one that is given for a certificate', async () => {
  const path = at('data/provenance/signing-key.pem')
  const [, secret = ''] = readFileSync(path, 'utf8').split('\n')
  for (const args of [
    ['export-certificate'],
    ['trust', 'list'],
    ['show', path],
    ['trust', 'add', path],
  ]) {
    const { out, err } = await griot(['provenance', ...args])
    expect(out + err).not.toContain(secret)
  }
  const { keyPem } = await makeOperatorChain()
  writeFileSync(at('sirri.pem'), keyPem)
  const refused = await griot(['provenance', 'trust', 'add', 'sirri.pem'])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('private key')])
})

fullTest(
  'is told by the doctor: none yet, until when, damaged, open to others, or the operator’s',
  async () => {
    const doctor = async (variables: Record<string, string> = {}) =>
      (await griot(['doctor'], { GRIOT_PORT: '0', ...variables })).out
    expect(await doctor({ GRIOT_HOME: at('sabo') })).toContain('✓ Signing key  none yet')
    expect(existsSync(at('sabo/provenance'))).toBe(false)
    expect(await doctor()).toMatch(
      /✓ Signing key {2}of this computer: CN=Griot .*valid until \d{4}-/,
    )
    const set = { GRIOT_SIGNING_KEY_FILE: at('sirri.pem') }
    expect(await doctor(set)).toMatch(/✗ Signing key .*GRIOT_SIGNING_CHAIN_FILE/)
    const path = at('data/provenance/signing-key.pem')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(/(?<=PRIVATE KEY-----\n)..../, '####'))
    expect(await doctor()).toMatch(/✗ Signing key .*cannot be read/)
    const spoken = await griot(['say', 'Ka gani?', '--out', 'ba.wav'])
    expect([spoken.code, spoken.err]).toEqual([1, expect.stringContaining('cannot be read')])
    expect(existsSync(at('ba.wav'))).toBe(false)
    writeFileSync(path, text)
  },
)

it.each([
  [['provenance'], 2, 'show | place | remove'],
  [['provenance', 'hide', 'a.wav'], 2, 'show | place | remove'],
  [['provenance', 'show'], 2, 'needs FILE|REQUEST_ID'],
  [['provenance', 'place', 'a.wav', 'b.wav'], 2, 'takes one FILE'],
  [['provenance', 'place', 'none.wav'], 1, 'There is no file "none.wav"'],
  [['provenance', 'remove', '.'], 1, 'is a folder'],
  [['provenance', 'show', 'a.wav', '--out', 'b'], 2, 'no --out'],
  [['provenance', 'export-certificate', 'a.pem'], 2, 'options only'],
  [['provenance', 'trust'], 2, 'list | add | remove'],
  [['provenance', 'trust', 'add'], 2, 'needs FILE'],
  [['provenance', 'trust', 'remove', 'all'], 2, 'is not the number of a certificate'],
  [['provenance', 'trust', 'remove', '77'], 1, 'no certificate with the number 77'],
  [['provenance', 'trust', 'add', 'none.pem'], 1, 'no file "none.pem"'],
])('%j is refused with exit code %i and what to do', async (args, code, words) => {
  const refused = await griot(args)
  expect([refused.code, String(refused.out)]).toEqual([code, ''])
  expect(refused.err).toContain(words)
})

it('keeps as many entries of the registry as it is told, and no fewer than it can be meant', async () => {
  const { code, err } = await griot(['provenance', 'keep-records', '5000'])
  expect([code, err]).toEqual([
    0,
    expect.stringContaining('the newest 5,000 entries; 0 were removed'),
  ])
  for (const wrong of ['10', 'all', '1e4', '99999999'])
    expect(await runGriotHere(folder, ['provenance', 'keep-records', wrong])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`1,000 to 10,000,000 entries, not "${wrong}"`),
    })
})
