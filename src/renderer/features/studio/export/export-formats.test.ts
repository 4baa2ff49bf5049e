import { expect, test } from 'vitest'
import { BITRATES, encodingOf, FILE_FORMATS, kilobitsOf } from '#shared/formats.ts'
import {
  FORMAT_CHOICES,
  fileExtension,
  formatSize,
  hasBitrate,
  isSignedExport,
  toFileName,
} from './export-formats.ts'

test('every format of the contract is offered once', () => {
  const offered = FORMAT_CHOICES.map(({ format }) => format)
  expect(offered.toSorted()).toEqual(FILE_FORMATS.toSorted())
})

test('a bitrate is offered only where it changes the file', () => {
  expect(FILE_FORMATS.filter(hasBitrate)).toEqual(['mp3', 'ogg_opus', 'webm_opus'])
})

test('no bitrate is offered that the file will not have', () => {
  expect(BITRATES.map((bitrate) => kilobitsOf('mp3', bitrate))).toEqual([32, 48, 64, 96, 128, 160])
  expect(kilobitsOf('ogg_opus', '192k')).toBe(192)
})

test('only files that can carry a manifest are called signed', () => {
  const packed = ['wav', 'mp3', 'ogg_opus', 'webm_opus', 'flac']
  const forPhones = ['wav_8k', 'wav_mulaw', 'wav_alaw']
  expect(FILE_FORMATS.filter(isSignedExport)).toEqual([...packed, ...forPhones])
})

test('formats for phones have 8 kHz, and no others do', () => {
  const forPhones = FORMAT_CHOICES.filter(({ name, goodFor }) => /phone|law/i.test(name + goodFor))
  expect(
    forPhones.map(({ format }) => [fileExtension(format), encodingOf(format).sampleRate]),
  ).toEqual([
    ['wav', 8_000],
    ['wav', 8_000],
    ['wav', 8_000],
    ['ulaw', 8_000],
    ['alaw', 8_000],
  ])
  const others = FORMAT_CHOICES.filter((choice) => !forPhones.includes(choice))
  expect(new Set(others.map(({ format }) => encodingOf(format).sampleRate))).toEqual(
    new Set([24_000]),
  )
})

test('a title becomes a file name that every file system accepts', () => {
  expect(toFileName('Àlọ́: what / the "tortoise" said?')).toBe('Àlọ́ what the tortoise said')
  expect(toFileName('../../etc/passwd')).toBe('etc passwd')
  expect(toFileName('ሰላም ለዓለም')).toBe('ሰላም ለዓለም')
  expect(toFileName('  ...  ')).toBe('Griot script')
})

test('a size is shown in a readable unit', () => {
  expect([512, 48_000, 1_234_567].map(formatSize)).toEqual(['512 bytes', '48 KB', '1.2 MB'])
})
