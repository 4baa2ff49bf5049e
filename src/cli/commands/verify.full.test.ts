import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runGriotHere } from '#cli/griot.test-support.ts'
import { FFMPEG } from '#media/ffmpeg.test-support.ts'
import { makeOperatorChain } from '#provenance/c2pa/operator.test-support.ts'
import { askOracle } from '#provenance/c2pa/oracle.test-support.ts'
import { MEDIA_TYPE, tone } from '#provenance/c2pa/samples.test-support.ts'
import { flipped } from '#provenance/c2pa/signing.test-support.ts'
import { openProvenance } from '#provenance/open-provenance.ts'
import { folderForTests } from '#testing/folder.test-support.ts'

const folder = folderForTests('griot ìjẹ́rìí')
const griot = (args: readonly string[], variables: Record<string, string> = {}) =>
  runGriotHere(folder, args, { variables })
const at = (name: string): string => join(folder, name)
const verdicts = async (...names: readonly string[]) =>
  JSON.parse((await runGriotHere(folder, ['verify', '--json', ...names.map(at)])).out)

const TEXT = 'Ẹ káàárọ̀. Báwo ni?'
const NAMES = {
  wav: 'ọ̀rọ̀.wav',
  mp3: 'ọ̀rọ̀.mp3',
  flac: 'ọ̀rọ̀.flac',
  ogg: 'ọ̀rọ̀.ogg',
  webm: 'ọ̀rọ̀.webm',
} as const

beforeAll(async () => {
  for (const name of Object.values(NAMES)) {
    const { code, err } = await runGriotHere(folder, [
      ...['say', TEXT, '--voice', 'sade', '--out', at(name)],
    ])
    expect([name, code, err]).toEqual([name, 0, expect.stringContaining(`Wrote ${at(name)}`)])
  }
})

describe('what griot say writes', () => {
  it('is signed at the standard place, without a word of the text, and verifies as made here', async () => {
    const { code, out } = await griot(['verify', ...Object.values(NAMES)])
    expect(code).toBe(0)
    for (const name of Object.values(NAMES)) {
      expect(out).toContain(`${name}: Made here, unchanged`)
      const text = readFileSync(at(name)).toString('latin1')
      for (const secret of ['wo ni', folder])
        expect(text).not.toContain(Buffer.from(secret).toString('latin1'))
    }
    for (const { verdict } of await verdicts(NAMES.mp3, NAMES.wav))
      expect(verdict).toMatchObject({
        kind: 'made-here',
        placement: 'standard',
        facts: { voice: 'Sade', language: 'yo', aiGenerated: true, voiceKind: 'built-in' },
      })
  })

  it.each(['wav', 'mp3', 'flac'] as const)(
    'is believed by the reference implementation as %s',
    async (format) => {
      const { out } = await griot(['provenance', 'export-certificate'])
      const root = new X509Certificate(out).raw
      const { state } = await askOracle(MEDIA_TYPE[format], readFileSync(at(NAMES[format])), root)
      expect(state).toBe('Trusted')
    },
  )

  it('has a manifest beside it as webm, and as flac where the settings want none in it', async () => {
    expect(existsSync(at('ọ̀rọ̀.c2pa'))).toBe(true)
    const provenance = openProvenance({ home: at('data'), version: '0.0.0' })
    const usual = provenance.settings.get()
    await provenance.settings.change({ ...usual, flac: 'sidecar' })
    const { code, err } = await runGriotHere(folder, ['say', 'Yes.', '--out', at('beside.flac')])
    await provenance.settings.change(usual)
    await provenance.close()
    expect([code, err]).toEqual([0, expect.stringContaining(`Wrote ${at('beside.c2pa')}`)])
    expect(readFileSync(at('beside.flac')).toString('latin1', 0, 4)).toBe('fLaC')
    const [{ verdict }] = await verdicts('beside.flac')
    expect(verdict).toMatchObject({ kind: 'made-here', placement: 'sidecar' })
  })

  it.each([
    ['wav', 'wav', 'standard'],
    ['mp3', 'mp3', 'standard'],
    ['flac', 'flac', 'standard'],
    ['ogg_opus', 'ogg', 'standard'],
    ['webm_opus', 'webm', 'standard'],
  ])('is signed on standard output too: %s', async (format, extension, placement) => {
    const { code, bytes } = await griot([
      'say',
      TEXT,
      '--voice',
      'sade',
      '--format',
      format,
      '--out',
      '-',
    ])
    expect(code).toBe(0)
    writeFileSync(at(`piped.${extension}`), bytes)
    const [{ verdict }] = await verdicts(`piped.${extension}`)
    expect(verdict).toMatchObject({ kind: 'made-here', placement })
    if (format === 'wav') expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  })

  it('is the same sound as without a container', async () => {
    const plain = await griot([
      'say',
      TEXT,
      '--voice',
      'sade',
      '--format',
      'pcm_s16le',
      '--out',
      '-',
    ])
    const args = ['-v', 'error', '-i', at(NAMES.flac), '-f', 's16le', '-']
    const decoded = execFileSync(FFMPEG, args, { maxBuffer: 64 * 1024 * 1024 })
    expect(decoded.equals(plain.bytes)).toBe(true)
  })

  it('is signed with the key of an operator who has set one, and nothing is spoken where that does not fit', async () => {
    const { keyPem, chainPem } = await makeOperatorChain()
    writeFileSync(at('operator.key'), keyPem, { mode: 0o600 })
    writeFileSync(at('operator.pem'), chainPem)
    const GRIOT_SIGNING_KEY_FILE = at('operator.key')
    const set = { GRIOT_SIGNING_KEY_FILE, GRIOT_SIGNING_CHAIN_FILE: at('operator.pem') }
    expect((await griot(['say', 'Yes.', '--out', 'operator.wav'], set)).code).toBe(0)
    const [{ verdict }] = await verdicts('operator.wav')
    expect(verdict.certificate.subject).toBe('CN=leaf, O=Operator')
    const half = await griot(['say', 'Yes.', '--out', 'half.wav'], { GRIOT_SIGNING_KEY_FILE })
    expect([half.code, half.err]).toEqual([1, expect.stringContaining('--signing-chain-file')])
    expect(half.err).not.toContain(keyPem.split('\n')[1])
    expect(existsSync(at('half.wav'))).toBe(false)
    // Whatever this system takes away from new files.
    chmodSync(at('operator.pem'), 0o644)
    const serve = await griot([
      'serve',
      '--port',
      '0',
      '--signing-key-file',
      at('operator.pem'),
      '--signing-chain-file',
      at('operator.pem'),
    ])
    expect([serve.code, serve.err]).toEqual([1, expect.stringContaining('chmod o=')])
  })
})

describe('griot verify', () => {
  it('says of every file what it is worth, and facts of good ones alone', async () => {
    const wav = readFileSync(at(NAMES.wav))
    writeFileSync(at('changed.wav'), flipped(wav, 1_000))
    writeFileSync(at('forged.wav'), flipped(wav, wav.length - 1_000))
    writeFileSync(at('cut.mp3'), readFileSync(at(NAMES.mp3)).subarray(0, 1_500))
    writeFileSync(at('unsigned.wav'), tone('wav', ''))
    writeFileSync(at('empty.wav'), '')
    const names = ['changed.wav', 'forged.wav', 'cut.mp3', 'unsigned.wav', 'empty.wav']
    const { code, out, err } = await griot(['verify', ...names, NAMES.ogg])
    expect([code, err]).toEqual([1, ''])
    const text = out
    expect(text).toContain('changed.wav: Changed after signing')
    expect(text).toContain('forged.wav: Damaged or forged')
    expect(text).toContain('cut.mp3: Nothing found')
    expect(text).toContain('unsigned.wav: Nothing found')
    expect(text).toContain('This does not mean that it is a real recording')
    expect(text).toContain('empty.wav: The file is empty')
    expect(text.match(/ {2}voice /g)).toHaveLength(1)
  })

  it('tells of what cannot be read beside the verdicts on the others', async () => {
    mkdirSync(at('àpótí.wav'))
    execFileSync('mkfifo', [at('pipe.wav')])
    const { code, out, err } = await griot([
      'verify',
      'kò sí.wav',
      'àpótí.wav',
      'pipe.wav',
      'ọ̀rọ̀.c2pa',
      NAMES.wav,
    ])
    expect(code).toBe(1)
    expect(err).toContain('There is no file "kò sí.wav".')
    expect(err).toContain('"àpótí.wav" is a folder. Name the files in it.')
    expect(err).toContain('"pipe.wav" is not a regular file')
    expect(err).toContain('"ọ̀rọ̀.c2pa" is a manifest')
    expect(out).toContain(`${NAMES.wav}: Made here`)
    const answers = await verdicts('kò sí.wav', NAMES.wav)
    expect(answers).toMatchObject([
      { error: expect.stringContaining('no file') },
      { verdict: { kind: 'made-here' } },
    ])
  })

  it('takes a file of five gigabytes that holds next to nothing', async () => {
    writeFileSync(at('huge.wav'), tone('wav', ''))
    truncateSync(at('huge.wav'), 5 * 1024 ** 3)
    const [{ verdict }] = await verdicts('huge.wav')
    expect(verdict.kind).toBe('nothing')
  })

  it('checks against the manifest that is named', async () => {
    await griot(['provenance', 'remove', NAMES.webm, '--out', 'bare.webm'])
    const bare = await griot(['verify', 'bare.webm', '--sidecar', 'ọ̀rọ̀.c2pa'])
    // The sidecar was made for the file with the manifest in it.
    expect([bare.code, bare.out]).toEqual([1, expect.stringContaining('Changed after')])
    const none = await griot(['verify', 'bare.webm', '--sidecar', 'none.c2pa'])
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('no file "none.c2pa"')])
  })

  it('makes neither a key nor a library, and knows nobody where there is none', async () => {
    const GRIOT_HOME = at('elsewhere')
    const { code, out } = await griot(['verify', NAMES.wav], { GRIOT_HOME })
    expect([code, out]).toEqual([1, expect.stringContaining('signer unknown')])
    expect(existsSync(GRIOT_HOME)).toBe(false)
    cpSync(at('data/provenance'), join(GRIOT_HOME, 'provenance'), { recursive: true })
    expect((await griot(['verify', NAMES.wav], { GRIOT_HOME })).code).toBe(0)
    expect(readdirSync(GRIOT_HOME)).toEqual(['provenance'])
  })

  it.each([
    [[], 'needs FILE'],
    [['a.wav', 'b.wav', '--sidecar', 'a.c2pa'], 'one file'],
    [['--loud', 'a.wav'], '--loud'],
  ])('asked with %j says how, with exit code 2', async (args, words) => {
    const { code, err } = await runGriotHere(folder, ['verify', ...args])
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  })
})
