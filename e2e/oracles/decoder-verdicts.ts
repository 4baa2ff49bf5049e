import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'

/** Result of decoding a file. */
export interface DecoderVerdict {
  /** Errors and warnings, without known harmless ones. */
  readonly complaints: readonly string[]
  /** Duration in seconds, if the decoder reports it. */
  readonly duration?: number | undefined
}

type Ask = (path: string, extension: string) => Promise<DecoderVerdict>

interface Ran {
  readonly code: number | null
  readonly output: string
  readonly sound: Buffer
}

async function run(program: string, ...args: readonly string[]): Promise<Ran> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [sound, words] = await Promise.all([buffer(child.stdout), buffer(child.stderr)])
  return { code: await ended, output: `${words}`, sound }
}

/** Complaints: a failing exit code, and the output lines that match. */
function complaintsIn({ code, output }: Ran, ...lines: readonly RegExp[]): string[] {
  const said = output.split(/[\r\n]+/).filter((line) => lines.some((sign) => sign.test(line)))
  return code === 0 ? said : [`exit code ${code}: ${output.slice(-500)}`, ...said]
}

const BAD = /warn|error|garbage|corrupt|invalid|illegal|resync|lost|fail|\boff by/i

async function flacTool(way: readonly string[], path: string): Promise<DecoderVerdict> {
  const ran = await run('flac', ...way, path)
  // STREAMINFO cannot contain the MD5 of audio that is not yet generated; 0 means none (RFC 9639, section 8.2).
  const said = complaintsIn(ran, BAD).filter((line) => !/cannot check MD5/.test(line))
  return { complaints: said }
}

/** Progress lines are ignored. */
async function mpg123(path: string): Promise<DecoderVerdict> {
  const ran = await run('mpg123', '-t', path)
  return { complaints: complaintsIn(ran, BAD) }
}

async function mp3val(path: string): Promise<DecoderVerdict> {
  const { code, sound } = await run('mp3val', path)
  const ran = { code, output: `${sound}`, sound }
  // An MP3 needs no tag.
  return { complaints: complaintsIn(ran, BAD).filter((line) => !/No supported tags/.test(line)) }
}

async function opusinfo(path: string): Promise<DecoderVerdict> {
  const { code, output, sound } = await run('opusinfo', path)
  const said = `${sound}${output}`
  const [, minutes, seconds] = /Playback length: (\d+)m:([\d.]+)s/.exec(said) ?? []
  return {
    complaints: complaintsIn({ code, output: said, sound }, /warning|error/i),
    duration: Number(minutes) * 60 + Number(seconds),
  }
}

/** C2PA is stored in Ogg as a logical stream of its own, about which decoders that do not know it warn. */
const UNKNOWN_STREAM =
  /unknown codec|Codec not found|Consider increasing|Unsupported codec with id 0/

/** ADTS says nowhere how long it is. */
const NO_LENGTH = /Estimating duration from bitrate/

async function ffmpeg(path: string, extension: string, from: number): Promise<DecoderVerdict> {
  const output = ['-map', '0:a', '-f', 's16le', '-ar', '24000', '-ac', '1', 'pipe:1']
  const seek = from > 0 ? ['-ss', String(from)] : []
  const args = ['-hide_banner', '-v', 'warning', '-xerror', ...seek, '-i', path, ...output]
  const ran = await run('ffmpeg', ...args)
  const said = complaintsIn(ran, /\S/).filter(
    (line) =>
      !/Guessed Channel Layout/.test(line) &&
      !(extension === 'ogg' && UNKNOWN_STREAM.test(line)) &&
      !(extension === 'aac' && NO_LENGTH.test(line)),
  )
  return { complaints: said, duration: from + ran.sound.length / 48_000 }
}

async function mediainfo(path: string): Promise<DecoderVerdict> {
  const { sound, ...ran } = await run('mediainfo', '--Inform=General;%Duration%', path)
  return { complaints: complaintsIn({ ...ran, sound }), duration: Number(`${sound}`) / 1_000 }
}

async function gstDiscoverer(path: string, extension: string): Promise<DecoderVerdict> {
  const { code, output, sound } = await run('gst-discoverer-1.0', path)
  const said = `${sound}${output}`
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(said) ?? []
  const complaints = complaintsIn({ code, output: said, sound }, /error|warning|missing/i)
  return {
    complaints: complaints.filter((line) => !(extension === 'ogg' && /^ *Missing/.test(line))),
    duration: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds),
  }
}

async function gstLaunch(path: string): Promise<DecoderVerdict> {
  const decoding = 'decodebin ! audioconvert ! fakesink'.split(' ')
  const ran = await run('gst-launch-1.0', '-q', 'filesrc', `location=${path}`, '!', ...decoding)
  return { complaints: complaintsIn(ran, /error|warning/i) }
}

async function sndfileInfo(path: string): Promise<DecoderVerdict> {
  const { code, output, sound } = await run('sndfile-info', path)
  const said = `${sound}${output}`
  const [, hours, minutes, seconds] = /Duration +: (\d+):(\d+):([\d.]+)/.exec(said) ?? []
  return {
    complaints: complaintsIn({ code, output: said, sound }, /^Error/),
    duration: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds),
  }
}

const EVERY: Readonly<Record<string, Ask>> = {
  'ffmpeg -xerror': (path, extension) => ffmpeg(path, extension, 0),
  'ffmpeg -ss 1': (path, extension) => ffmpeg(path, extension, 1),
  mediainfo,
  'gst-discoverer-1.0': gstDiscoverer,
  'gst-launch-1.0': gstLaunch,
}
const OWN: Readonly<Record<string, Readonly<Record<string, Ask>>>> = {
  wav: { 'sndfile-info': sndfileInfo },
  mp3: { 'mpg123 -t': mpg123, mp3val, 'sndfile-info': sndfileInfo },
  flac: {
    'flac -t': (path) => flacTool(['-t'], path),
    'flac -d': (path) => flacTool(['-d', '-f', '-o', `${path}.decoded.wav`], path),
    'sndfile-info': sndfileInfo,
  },
  ogg: {
    opusdec: async (path) => ({
      complaints: complaintsIn(await run('opusdec', '--quiet', path, `${path}.decoded.wav`), BAD),
    }),
    opusinfo,
    'sndfile-info': sndfileInfo,
  },
  webm: {},
}

/** Runs every decoder for files with this extension. */
export async function runDecoders(
  path: string,
  extension: string,
): Promise<Readonly<Record<string, DecoderVerdict>>> {
  const verdicts: Record<string, DecoderVerdict> = {}
  for (const [name, ask] of Object.entries({ ...EVERY, ...OWN[extension] }))
    verdicts[name] = await ask(path, extension)
  return verdicts
}
