/** Bitrates of layer III in kbit/s by the index in a frame header: MPEG-1, and MPEG-2 with 2.5. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
/** Sample rates of MPEG-1 in Hz; MPEG-2 has half of them, MPEG-2.5 a quarter. */
const SAMPLE_RATES_1 = [44_100, 48_000, 32_000]

/**
 * Length in bytes of the MPEG audio frame of layer III whose header begins at `at` (ISO/IEC 11172-3, section 2.4.1.3).
 * Undefined where there is no such header, or one of free bitrate.
 */
export function mp3FrameLength(bytes: Uint8Array, at: number): number | undefined {
  const [sync, kind = 0, rates = 0] = bytes.subarray(at, at + 3)
  // Eleven bits of sync, a version that is not reserved, layer III.
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || (kind & 0x18) === 0x08) return undefined
  if ((kind & 0x06) !== 0x02) return undefined
  const version = (kind >> 3) & 3
  const isMpeg1 = version === 3
  const kilobits = (isMpeg1 ? BITRATES_1 : BITRATES_2)[rates >> 4]
  const fastest = SAMPLE_RATES_1[(rates >> 2) & 3]
  if (!kilobits || !fastest) return undefined
  const sampleRate = isMpeg1 ? fastest : version === 2 ? fastest / 2 : fastest / 4
  const padding = (rates >> 1) & 1
  return Math.floor(((isMpeg1 ? 144 : 72) * kilobits * 1000) / sampleRate) + padding
}
