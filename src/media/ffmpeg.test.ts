import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { folderForTests } from '#testing/folder.test-support.ts'
import { encodeCompressed } from './compressed.ts'
import { bestWorking, findFfmpeg, rememberFfmpeg } from './ffmpeg.ts'
import { type FfmpegCandidate, ffmpegCandidates, runnable } from './ffmpeg-candidates.ts'
import { collect, decode, ffmpegsHere, glideInPieces } from './sound.test-support.ts'

const never = new AbortController().signal
const program = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'
const shipped = (await ffmpegsHere()).at(-1)?.path ?? ''
const folder = folderForTests('griot ẹ̀rọ ohùn')
const copy = join(folder, program)
beforeAll(() => copyFile(shipped, copy))

describe('looking for ffmpeg', () => {
  it('finds one on this machine and tells its version, where it is and where it came from', async () => {
    const found = await findFfmpeg({ searchPath: process.env['PATH'], directory: folder })
    expect(found.version).toMatch(/\d/)
    expect(found.path).toContain('ffmpeg')
    expect(found.source).toMatch(/ffmpeg-static|system|installer/)
  })

  it('prefers the one a person has chosen, also in a folder with marks and spaces in its name', async () => {
    const found = await findFfmpeg({ ffmpegPath: copy, directory: folder })
    expect(found).toMatchObject({ path: copy, source: 'FFMPEG_PATH', tried: [] })
    const sound = encodeCompressed(glideInPieces(1, 0.5), 'flac', '128k', async () => found, never)
    expect(await decode(found, await collect(sound), 'flac')).toHaveLength(24_000)
  })

  it('goes on where the chosen one is missing or something else, and says so', async () => {
    const missing = await findFfmpeg({ ffmpegPath: join(folder, 'away'), directory: folder })
    expect(missing.tried[0]).toMatch(/^FFMPEG_PATH .*away\): there is no such file$/)
    const other = await findFfmpeg({ ffmpegPath: process.execPath, directory: folder })
    expect(other.tried[0]).toMatch(/^FFMPEG_PATH/)
    expect(other.source).not.toBe('FFMPEG_PATH')
  })

  it('takes none from the system that is older than version 5', async () => {
    const found = await findFfmpeg({ searchPath: folder, directory: folder })
    expect(found.path).not.toBe(copy)
    expect(found.tried).toContainEqual(expect.stringMatching(/^system .*is too old$/))
  })

  it('takes the newest, wherever it comes from, and says why it does not take the others', async () => {
    // Three of the same, one of which says that it is newer.
    const newer = join(folder, 'newer')
    const script = `#!/bin/sh\n'${shipped}' "$@" | sed 's/^libavcodec .*/libavcodec     99.  1.100/'\n`
    await writeFile(newer, script, { mode: 0o755 })
    const at = (source: FfmpegCandidate['source'], path: string): FfmpegCandidate => {
      return { source, oldestCodec: 0, locate: async () => [path] }
    }
    const [first, last] = [at('ffmpeg-static', shipped), at('@ffmpeg-installer/ffmpeg', copy)]
    const found = await bestWorking([first, at('system', newer), last])
    expect(found).toMatchObject({ path: newer, source: 'system' })
    expect(found.tried).toEqual([
      expect.stringMatching(/^ffmpeg-static .* is not newer$/),
      expect.stringMatching(/^@ffmpeg-installer\/ffmpeg .* is not newer$/),
    ])
    expect(await bestWorking([first, last])).toMatchObject({ path: shipped })
  })

  it.each([
    ['--enable-gpl --enable-version3', 'GPL-3.0-or-later'],
    ['--enable-gpl', 'GPL-2.0-or-later'],
    ['--enable-version3', 'LGPL-3.0-or-later'],
    ['--enable-shared', 'LGPL-2.1-or-later'],
    ['--enable-gpl --enable-nonfree --enable-version3', 'LicenseRef-FFmpeg-nonfree'],
  ])('knows the licence of a build with %s, and its year', async (options, licence) => {
    const built = join(folder, 'built')
    const script = `#!/bin/sh\n'${shipped}' "$@" | sed -e 's/configuration: .*/configuration: ${options} --enable-libopus/' -e 's/2000-[0-9]*/2000-2031/'\n`
    await writeFile(built, script, { mode: 0o755 })
    const found = await findFfmpeg({ ffmpegPath: built, directory: folder })
    expect(found).toMatchObject({ path: built, licence, year: 2031 })
  })

  it('never takes one from a relative folder of the PATH', async () => {
    const system = ffmpegCandidates({ searchPath: '.', directory: folder }).find(
      ({ source }) => source === 'system',
    )
    const paths = await system?.locate().catch(() => [])
    expect(paths).not.toContain(program)
  })

  it('says what was tried and how to mend it where none works', async () => {
    const nowhere = {
      source: 'system',
      oldestCodec: 59,
      locate: async () => [join(folder, 'away')],
    } as const
    const broken = {
      source: 'ffmpeg-static',
      oldestCodec: 0,
      locate: async () => {
        throw new Error('the package is not installed')
      },
    } as const
    await expect(bestWorking([broken, nowhere])).rejects.toMatchObject({
      code: 'encode/no-ffmpeg',
      message: expect.stringMatching(
        /Install ffmpeg 5 .*FFMPEG_PATH.*ffmpeg-static: the package is not installed; system .*there is no such file/,
      ),
    })
  })
})

describe('the ffmpeg that was found', () => {
  it('is remembered, and looked for again once its file has gone', async () => {
    const own = join(folder, 'own', program)
    await mkdir(join(folder, 'own'))
    await copyFile(shipped, own)
    const getFfmpeg = rememberFfmpeg({ ffmpegPath: own, directory: folder })
    const [first, same] = await Promise.all([getFfmpeg(), getFfmpeg()])
    expect(first.path).toBe(own)
    expect(same).toBe(first)
    expect(await getFfmpeg()).toBe(first)
    await rm(own)
    expect((await getFfmpeg()).path).not.toBe(own)
  })

  it('is given the right to run when its package came without', async () => {
    const bare = join(folder, 'bare-ffmpeg')
    await copyFile(shipped, bare)
    await chmod(bare, 0o644)
    expect(await runnable(bare, join(folder, 'data'))).toBe(bare)
    expect(await findFfmpeg({ ffmpegPath: bare, directory: folder })).toMatchObject({ path: bare })
  })

  it('is no text file, even one that may be run', async () => {
    const letter = join(folder, 'letter')
    await writeFile(letter, 'Dear ffmpeg,\n')
    await chmod(letter, 0o755)
    const found = await findFfmpeg({ ffmpegPath: letter, directory: folder })
    expect(found.source).not.toBe('FFMPEG_PATH')
  })
})
