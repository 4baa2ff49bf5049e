import { expect, test } from 'vitest'
import type { Verdict } from '#shared/provenance.ts'
import { detailsText, factRows, formatDateTime, issuerName } from './verdict-facts.ts'

const VALID: Verdict = {
  kind: 'made-here',
  title: 'Made here, unchanged',
  explanation: 'It was made on this computer.',
  facts: {
    application: { name: 'Griot', version: '0.1.0' },
    when: '2026-11-21T13:03:00Z',
    aiGenerated: true,
    voice: 'Sade',
    voiceKind: 'built-in',
    language: 'yo, pcm',
    engine: 'griot-speech 1',
    author: 'Adéọlá',
    trainingMining: 'notAllowed',
  },
  certificate: {
    subject: 'CN=Ilé Ohùn, O=Radio\\, Ibadan',
    sha256: 'ab'.repeat(32),
    notBefore: '2026-11-20T00:00:00Z',
    notAfter: '2046-11-20T00:00:00Z',
  },
  placement: 'trailing',
}

test('a valid file shows the signer’s statements and identity in a fixed order', () => {
  expect(factRows(VALID).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Made with: Griot 0.1.0',
    `Date the signer stated: ${formatDateTime('2026-11-21T13:03:00Z')}`,
    'Voice: Sade (built in)',
    'Language: Yoruba (yo), Nigerian Pidgin (pcm)',
    'Engine: griot-speech 1',
    'AI-generated: Yes',
    'Author: Adéọlá',
    'Training and mining: Not allowed',
    'Manifest: In the file, after the audio',
    'Certificate: CN=Ilé Ohùn, O=Radio\\, Ibadan',
    `SHA-256 fingerprint: ${'abab '.repeat(15)}abab`,
  ])
})

test('a file that proves nothing shows no facts, not even in the copied details', () => {
  const changed: Verdict = {
    kind: 'changed',
    title: 'Changed after signing',
    explanation: 'Its bytes differ.',
  }
  expect(factRows(changed)).toEqual([])
  expect(detailsText('a.wav', changed)).toBe('a.wav\nChanged after signing\nIts bytes differ.')
  const expired: Verdict = { ...VALID, kind: 'expired', facts: undefined }
  expect(factRows(expired)).toEqual([])
  expect(detailsText('a.wav', expired)).not.toContain('Ilé Ohùn')
})

test('the details of a valid file can be pasted into a message', () => {
  const text = detailsText('Ìtàn.mp3', VALID)
  expect(text).toMatch(/^Ìtàn\.mp3\nMade here, unchanged\nIt was made on this computer\.\n/)
  expect(text).toContain('Content Credentials issued by Ilé Ohùn, Radio, Ibadan')
  expect(text).toContain('Voice: Sade (built in)')
})

test('values of an unknown signer are shown as they are and break nothing', () => {
  const rows = factRows({
    ...VALID,
    kind: 'unknown-signer',
    facts: {
      application: { name: '' },
      aiGenerated: false,
      when: 'the day before',
      voiceKind: 'constructor',
      language: 'en-a-!',
      trainingMining: 'perhaps',
    },
  })
  expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toMatchObject({
    'Made with': 'Not stated',
    'Date the signer stated': 'the day before',
    Voice: 'Not stated',
    Language: 'en-a-!',
    'AI-generated': 'Not stated',
    'Training and mining': 'perhaps',
  })
})

test('a cloned voice without a stated name is shown as such', () => {
  const facts = { application: { name: 'Griot' }, aiGenerated: true, voiceKind: 'cloned' }
  expect(factRows({ ...VALID, facts })).toContainEqual({
    name: 'Voice',
    value: 'Name not stated (cloned from a recording)',
  })
})

test.each([
  ['CN=Griot (this computer)', 'Griot (this computer)'],
  ['CN=A\\, O=Bank', 'A, O=Bank'],
  ['CN=A, O=B', 'A, B'],
  ['O=Only an organisation', 'Only an organisation'],
  ['2.5.4.5=7', '2.5.4.5=7'],
  ['', ''],
])('the subject %j is displayed as %j', (subject, name) => {
  expect(issuerName(subject)).toBe(name)
})
