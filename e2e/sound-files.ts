import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { FFMPEG } from '#media/ffmpeg.test-support.ts'

/** Contents of a zip file by their names, in its order, by the directory at its end (APPNOTE 4.3). */
export function unzip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const found = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((o) => zip.readUInt16LE(at + o))
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = zip.subarray(start, start + size)
    const fileName = zip.toString('utf8', at + 46, at + 46 + name)
    found.set(fileName, method === 0 ? bytes : inflateRawSync(bytes))
    at += 46 + name + extra + comment
  }
  return found
}

/** Signal to noise in dB of µ-law or A-law at 8 kHz against 16 bit at 24 kHz, which ffmpeg brings to 8 kHz. */
export function noiseOf(coded: Buffer, plain: Buffer, code: string): number {
  const heard = pcmOf(['-f', code, '-ar', '8000', '-ac', '1', '-i', 'pipe:0'], coded)
  const band = ['-af', 'aresample=8000:filter_size=64']
  const meant = pcmOf(['-f', 's16le', '-ar', '24000', '-ac', '1', '-i', 'pipe:0', ...band], plain)
  const length = Math.min(heard.length, meant.length)
  let [noise, power] = [0, 0]
  for (let i = 0; i < length; i++) {
    noise += ((heard[i] ?? 0) - (meant[i] ?? 0)) ** 2
    power += (meant[i] ?? 0) ** 2
  }
  return 10 * Math.log10(power / noise)
}

function pcmOf(args: readonly string[], input: Buffer): Int16Array {
  const all = ['-loglevel', 'error', ...args, '-f', 's16le', '-ar', '8000', 'pipe:1']
  const { stdout } = spawnSync(FFMPEG, all, { input, maxBuffer: 1e9 })
  return new Int16Array(Uint8Array.from(stdout).buffer)
}

/** What ffmpeg says of a file: its container, and the titles in its metadata, the file's first and then those of its chapters. */
export async function probeBook(
  bytes: Buffer,
): Promise<{ readonly format: string; readonly titles: readonly string[] }> {
  return withFile(bytes, (path) => {
    const said = String(spawnSync(FFMPEG, ['-hide_banner', '-i', path]).stderr)
    const notes = spawnSync(FFMPEG, ['-loglevel', 'error', '-i', path, '-f', 'ffmetadata', '-'])
    const titles = Array.from(String(notes.stdout).matchAll(/^title=(.*)$/gm), ([, t]) => t ?? '')
    return { format: /Input #0, (\S+)/.exec(said)?.[1] ?? '', titles }
  })
}

/** Integrated loudness in LUFS and true peak in dBTP, as ffmpeg measures them (EBU R128). */
export async function loudnessOf(
  bytes: Buffer,
): Promise<{ readonly integrated: number; readonly peak: number }> {
  return withFile(bytes, (path) => {
    const args = [
      '-hide_banner',
      '-nostats',
      '-i',
      path,
      '-af',
      'ebur128=peak=true',
      '-f',
      'null',
      '-',
    ]
    const said = String(spawnSync(FFMPEG, args).stderr)
    const summary = said.slice(said.lastIndexOf('Summary:'))
    const figure = (pattern: RegExp): number => Number(pattern.exec(summary)?.[1])
    return { integrated: figure(/I:\s+(\S+) LUFS/), peak: figure(/Peak:\s+(\S+) dBFS/) }
  })
}

async function withFile<T>(bytes: Buffer, work: (path: string) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'griot ìró '))
  try {
    const path = join(folder, 'sound')
    await writeFile(path, bytes)
    return work(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Raw PCM (mono, 16 bit, at its own rate) of a sound file. */
export function rawPcmOf(path: string): Buffer {
  const args = ['-loglevel', 'error', '-i', path, '-f', 's16le', 'pipe:1']
  return spawnSync(FFMPEG, args, { maxBuffer: 1e9 }).stdout
}
