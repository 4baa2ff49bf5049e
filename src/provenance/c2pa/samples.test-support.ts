import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FFMPEG } from '#media/ffmpeg.test-support.ts'
import type { ContainerName } from './containers/detect.ts'

/** An audio file in memory, by what is special about it. */
export interface AudioSample {
  readonly name: string
  readonly bytes: Buffer
}

const TONE = '-f lavfi -i sine=frequency=300:sample_rate=24000:duration='
const COVER = '-f lavfi -i color=red:size=16x16:duration=1'

/** The file that ffmpeg writes for a tone of some seconds with these options. */
export function tone(extension: string, options: string, seconds = 0.3): Buffer {
  return inFolder((folder) => {
    const path = join(folder, `tone.${extension}`)
    const args = `-loglevel error -y ${TONE}${seconds} ${options}`.split(' ').filter(Boolean)
    execFileSync(FFMPEG, [...args, path])
    return readFileSync(path)
  })
}

/** Encodes the tone through a pipe, where nothing can be written back into the header. */
export function toneThroughPipe(format: string, options: string, seconds = 0.3): Buffer {
  const args = `-loglevel error ${TONE}${seconds} ${options} -f ${format} pipe:1`
  return execFileSync(FFMPEG, args.split(' ').filter(Boolean), { maxBuffer: 1 << 28 })
}

/** Decodes the first sound stream of a file with ffmpeg: 16 bit samples at its own rate. */
export function decoded(bytes: Uint8Array, extension: string): Buffer {
  return allDecoded([bytes], extension)[0] ?? Buffer.alloc(0)
}

/** Decodes many files in one process, whose start takes longer than its work. */
export function allDecoded(files: readonly Uint8Array[], extension: string): readonly Buffer[] {
  return inFolder((folder) => {
    const nameOf = (n: number, kind: string): string => join(folder, `${n}.${kind}`)
    for (const [n, bytes] of files.entries()) writeFileSync(nameOf(n, extension), bytes)
    const inputs = files.flatMap((_, n) => ['-i', nameOf(n, extension)])
    const outputs = files.flatMap((_, n) => ['-map', `${n}:a:0`, '-f', 's16le', nameOf(n, 'raw')])
    const { status } = spawnSync(FFMPEG, ['-loglevel', 'fatal', ...inputs, ...outputs])
    const heard = files.map((_, n) => readFileSync(nameOf(n, 'raw')))
    if (status !== 0 || heard.some(({ length }) => length === 0))
      throw new Error(`ffmpeg hears nothing in one of these ${extension}`)
    return heard
  })
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'griot-sign-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const u32 = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer)

/** A chunk more at the end of a wav, counted in its size. */
function withChunk(bytes: Buffer, id: string, data: Buffer): Buffer {
  const pad = Buffer.alloc(data.length & 1)
  const whole = Buffer.concat([bytes, Buffer.from(id, 'latin1'), u32(data.length), data, pad])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

function withoutPad(bytes: Buffer): Buffer {
  const short = Buffer.from(bytes.subarray(0, -1))
  short.writeUInt32LE(short.length - 8, 4)
  return short
}

function wavs(): AudioSample[] {
  const plain = tone('wav', '-c:a pcm_s16le')
  const odd = tone('wav', '-c:a pcm_u8 -af atrim=end_sample=801')
  const samples: Record<string, Buffer> = {
    '16 bit': plain,
    '8 bit of an odd length': odd,
    '8 bit of an odd length without its pad byte': odd.subarray(0, -1),
    '8 bit of an odd length without a counted pad byte': withoutPad(odd),
    '8 bit of an even length': tone('wav', '-c:a pcm_u8 -af atrim=end_sample=800'),
    '24 bit': tone('wav', '-c:a pcm_s24le'),
    '32 bit': tone('wav', '-c:a pcm_s32le'),
    '32 bit float': tone('wav', '-c:a pcm_f32le'),
    '64 bit float': tone('wav', '-c:a pcm_f64le'),
    'A-law': tone('wav', '-c:a pcm_alaw -ar 8000'),
    'mu-law': tone('wav', '-c:a pcm_mulaw -ar 8000'),
    'IMA ADPCM': tone('wav', '-c:a adpcm_ima_wav'),
    stereo: tone('wav', '-c:a pcm_s16le -ac 2 -ar 44100'),
    'six channels (WAVE_FORMAT_EXTENSIBLE)': tone('wav', '-c:a pcm_s16le -ac 6'),
    '24 bit extensible at 96 kHz': tone('wav', '-c:a pcm_s24le -ar 96000 -ac 2'),
    'LIST/INFO': tone('wav', '-metadata title=Drum -metadata artist=Ada -metadata comment=odd'),
    'Broadcast Wave': tone(
      'wav',
      '-write_bext 1 -metadata description=News -metadata originator=G',
    ),
    'an id3 chunk': withChunk(plain, 'id3 ', Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')),
    'an odd unknown chunk': withChunk(plain, 'abcd', Buffer.from('seven!!')),
    'written into a pipe': toneThroughPipe('wav', '-c:a pcm_s16le'),
    'one sample': tone('wav', '-c:a pcm_s16le -af atrim=end_sample=1'),
    'one 8 bit sample': tone('wav', '-c:a pcm_u8 -af atrim=end_sample=1'),
    'something behind the RIFF chunk': Buffer.concat([plain, Buffer.from('TAG behind the end')]),
  }
  return list(samples)
}

const ID3_OFF = '-write_xing 0 -id3v2_version 0'
const TITLE = ['-metadata', 'title=Akwụkwọ', '-metadata', 'artist=Ada'].join(' ')

/** An ID3v2 tag from its parts, for what no program at hand writes. */
export function id3(version: number, flags: number, body: Buffer, footer = false): Buffer {
  const size = body.length
  const rest = Buffer.of(
    version,
    0,
    flags,
    size >> 21,
    (size >> 14) & 127,
    (size >> 7) & 127,
    size & 127,
  )
  const foot = footer ? [Buffer.from('3DI'), rest] : []
  return Buffer.concat([Buffer.from('ID3'), rest, body, ...foot])
}

export function id3Frame(id: string, data: Buffer, flags = 0): Buffer {
  const head = Buffer.from(`${id}\0\0\0\0\0\0`, 'latin1')
  // Short enough that plain and synchsafe sizes are the same.
  head.writeUInt32BE(data.length, 4)
  head[9] = flags
  return Buffer.concat([head, data])
}

const title = id3Frame('TIT2', Buffer.from('\0Drum', 'latin1'))
const geob = id3Frame('GEOB', Buffer.from('\0text/plain\0a.txt\0a note\0hello', 'latin1'))
/** Eight bytes for six: a zero byte stands behind every FF. */
const unsynchronised = id3Frame('PRIV', Buffer.from([0x61, 0, 0xff, 0, 0xe0, 0xff, 0, 0]))
unsynchronised[7] = 6
const v1 = Buffer.concat([Buffer.from('TAG'), Buffer.from('Drum'.padEnd(125, '\0'))])

function tagsInFrontOf(plain: Buffer): Record<string, Buffer> {
  const extended3 = Buffer.from([0, 0, 0, 6, 0, 0, 0, 0, 0, 0])
  const extended4 = Buffer.from([0, 0, 0, 6, 1, 0])
  const tags: Record<string, Buffer> = {
    'a tag of version 2.3 with padding': id3(3, 0, Buffer.concat([title, Buffer.alloc(100)])),
    'an empty tag': id3(3, 0, Buffer.alloc(0)),
    'a tag of nothing but padding': id3(4, 0, Buffer.alloc(50)),
    'an unsynchronised tag of version 2.3': id3(3, 0x80, Buffer.concat([title, unsynchronised])),
    'an unsynchronised tag of version 2.4': id3(4, 0x80, title),
    'a tag of version 2.3 with an extended header': id3(3, 0x40, Buffer.concat([extended3, title])),
    'a tag of version 2.4 with an extended header': id3(4, 0x40, Buffer.concat([extended4, title])),
    'a tag of version 2.4 with a footer': id3(4, 0x10, title, true),
    'another attached object': id3(3, 0, Buffer.concat([geob, title])),
    'a long tag': id3(3, 0, Buffer.concat(Array.from({ length: 900 }, () => geob))),
  }
  return Object.fromEntries(
    Object.entries(tags).map(([n, tag]) => [n, Buffer.concat([tag, plain])]),
  )
}

function mp3s(): AudioSample[] {
  const plain = tone('mp3', ID3_OFF)
  return list({
    'no tag': plain,
    'a Xing header': tone('mp3', '-write_xing 1 -id3v2_version 0'),
    'ID3v2.3': tone('mp3', `-id3v2_version 3 ${TITLE}`),
    'ID3v2.4': tone('mp3', `-id3v2_version 4 ${TITLE}`),
    'ID3v2.3 and ID3v1': tone('mp3', `-id3v2_version 3 -write_id3v1 1 ${TITLE}`),
    'ID3v2.4 and ID3v1': tone('mp3', `-id3v2_version 4 -write_id3v1 1 ${TITLE}`),
    'ID3v1 alone': Buffer.concat([plain, v1]),
    'a cover picture': tone('mp3', `${COVER} -map 0 -map 1 -frames:v 1 -c:v png -id3v2_version 3`),
    'variable bitrate': tone('mp3', '-q:a 4'),
    'stereo at 44.1 kHz': tone('mp3', '-ac 2 -ar 44100 -b:a 192k'),
    '8 kHz': tone('mp3', '-ar 8000 -b:a 8k'),
    'one frame': plain.subarray(0, 288),
    ...tagsInFrontOf(plain),
  })
}

function flacs(): AudioSample[] {
  const plain = tone('flac', '-c:a flac')
  return list({
    mono: plain,
    stereo: tone('flac', '-ac 2 -ar 44100'),
    '24 bit': tone('flac', '-sample_fmt s32 -ar 96000'),
    '8 kHz': tone('flac', '-ar 8000'),
    'six channels': tone('flac', '-ac 6'),
    'Vorbis comments': tone('flac', TITLE),
    'a picture': tone(
      'flac',
      `${COVER} -map 0 -map 1 -frames:v 1 -c:v png -disposition:v attached_pic`,
    ),
    'written into a pipe': toneThroughPipe('flac', '-c:a flac'),
    'fast compression': tone('flac', '-compression_level 0'),
    'strong compression': tone('flac', '-compression_level 12'),
    'one sample': tone('flac', '-af atrim=end_sample=1'),
    'ID3v1 at the end': Buffer.concat([plain, v1]),
    ...tagsInFrontOf(plain),
  })
}

function oggs(): AudioSample[] {
  const opus = '-c:a libopus'
  return list({
    mono: tone('ogg', opus),
    stereo: tone('ogg', `${opus} -ac 2`),
    'short pages': tone('ogg', `${opus} -page_duration 20000`, 1),
    comments: tone('ogg', `${opus} ${TITLE}`),
    'one packet': tone('ogg', opus, 0.01),
    Vorbis: tone('ogg', '-c:a libvorbis'),
    FLAC: tone('ogg', '-c:a flac'),
    'two streams': tone('ogg', '-map 0 -map 0 -c:a libvorbis'),
    'written into a pipe': toneThroughPipe('ogg', opus),
    'a long comment': tone('ogg', `${opus} -metadata comment=${'drum'.repeat(20_000)}`),
    'low bitrate': tone('ogg', `${opus} -b:a 8k`),
    'high bitrate': tone('ogg', `${opus} -b:a 256k -ac 2`, 1),
    'frames of 60 ms': tone('ogg', `${opus} -frame_duration 60`),
    'frames of 2.5 ms': tone('ogg', `${opus} -frame_duration 2.5`),
    'no variable bitrate': tone('ogg', `${opus} -vbr off`),
    'six channels': tone('ogg', `${opus} -ac 6 -mapping_family 1`),
    Speex: tone('ogg', '-c:a libspeex -ar 16000'),
    'a fixed serial number': tone('ogg', `${opus} -serial_offset 1`),
    'the serial number 0': tone('ogg', `${opus} -fflags +bitexact -flags:a +bitexact`),
    'two streams of different kinds': tone('ogg', '-map 0 -map 0 -c:a:0 libopus -c:a:1 libvorbis'),
  })
}

function webms(): AudioSample[] {
  const opus = '-c:a libopus'
  const live = `${opus} -live 1 -cluster_time_limit 100`
  const film = `${COVER} -map 0 -map 1 -frames:v 2 -c:v libvpx`
  return list({
    file: tone('webm', opus),
    stereo: tone('webm', `${opus} -ac 2`),
    live: tone('webm', live),
    'live through a pipe': toneThroughPipe('webm', live, 1),
    'through a pipe': toneThroughPipe('webm', opus),
    'short clusters': tone('webm', `${opus} -cluster_time_limit 20`, 1),
    tags: tone('webm', `${opus} ${TITLE}`),
    // As many bytes as the index of this film takes, which stands before the sound then.
    'cues in front': tone('webm', `${film} ${opus} -reserve_index_space 30`, 1),
    'room for cues': tone('webm', `${opus} -reserve_index_space 200`, 1),
    'one packet': tone('webm', opus, 0.01),
    Vorbis: tone('webm', '-c:a libvorbis'),
    'two streams': tone('webm', `-map 0 -map 0 ${opus}`),
    'with a picture track': tone('webm', `${film} ${opus}`),
    DASH: tone('webm', `${opus} -dash 1`),
    'low bitrate': tone('webm', `${opus} -b:a 8k`),
    'high bitrate': tone('webm', `${opus} -b:a 256k`),
    'frames of 60 ms': tone('webm', `${opus} -frame_duration 60`),
    'no variable bitrate': tone('webm', `${opus} -vbr off`),
    'the same bytes every time': tone('webm', `${opus} -fflags +bitexact -flags:a +bitexact`),
    'a long title': tone('webm', `${opus} -metadata title=${'drum'.repeat(5_000)}`),
  })
}

function list(samples: Readonly<Record<string, Buffer>>): AudioSample[] {
  return Object.entries(samples).map(([name, bytes]) => ({ name, bytes }))
}

/** At least twenty different inputs of a container. */
export const SAMPLES: Readonly<Record<ContainerName, () => readonly AudioSample[]>> = {
  wav: wavs,
  mp3: mp3s,
  flac: flacs,
  ogg: oggs,
  webm: webms,
}

export const MEDIA_TYPE: Readonly<Record<ContainerName, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
}

/** A short sound in every container, to be changed in thousands of ways. */
export function shortSounds(): Readonly<Record<ContainerName, Buffer>> {
  return {
    wav: tone('wav', '-c:a pcm_s16le', 0.05),
    mp3: toneThroughPipe('mp3', '-write_xing 0 -id3v2_version 3', 0.1),
    flac: tone('flac', '', 0.05),
    ogg: tone('ogg', '-c:a libopus', 0.1),
    webm: tone('webm', '-c:a libopus -live 1', 0.1),
  }
}
