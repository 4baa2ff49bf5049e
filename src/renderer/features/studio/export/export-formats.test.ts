import { expect, test } from 'vitest'
import { BITRATES, EXPORT_FORMATS, kilobitsOf } from '#shared/formats.ts'
import { bytesPerSecond, FORMAT_CHOICES, hasBitrate, isSignedExport } from './export-formats.ts'

test('every format of the contract is offered once', () => {
  const offered = FORMAT_CHOICES.map(({ format }) => format)
  expect(offered.toSorted()).toEqual(EXPORT_FORMATS.toSorted())
})

test('a bitrate is offered only where it changes the file', () => {
  expect(EXPORT_FORMATS.filter(hasBitrate)).toEqual(['mp3', 'ogg_opus', 'webm_opus', 'm4b', 'm4a'])
})

test('no bitrate is offered that the file will not have', () => {
  expect(BITRATES.map((bitrate) => kilobitsOf('mp3', bitrate))).toEqual([32, 48, 64, 96, 128, 160])
  expect(kilobitsOf('ogg_opus', '192k')).toBe(192)
})

test('only files that can have a manifest are called signed', () => {
  const packed = ['wav', 'mp3', 'ogg_opus', 'webm_opus', 'flac']
  const forPhones = ['wav_8k', 'wav_mulaw', 'wav_alaw']
  expect(EXPORT_FORMATS.filter(isSignedExport)).toEqual([...packed, ...forPhones, 'm4b', 'm4a'])
})

test('formats for phones stand in their own group, and so do texts', () => {
  const inGroup = (wanted: string): readonly string[] =>
    FORMAT_CHOICES.filter(({ group }) => group === wanted).map(({ format }) => format)
  expect(inGroup('phone')).toEqual(['wav_8k', 'wav_mulaw', 'wav_alaw', 'mulaw', 'alaw'])
  expect(inGroup('text')).toEqual(['srt', 'vtt', 'json', 'docx', 'csv'])
})

test.each([
  ['wav', 48_000],
  ['wav_8k', 16_000],
  ['wav_mulaw', 8_000],
  ['alaw', 8_000],
  ['mp3', 8_000],
  ['m4b', 8_000],
] as const)('a second of %s at 64 kbit/s takes %i bytes', (format, bytes) => {
  expect(bytesPerSecond(format, '64k')).toBe(bytes)
})
