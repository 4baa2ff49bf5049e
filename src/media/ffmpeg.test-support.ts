import { join } from 'node:path'
import { type GetFfmpeg, rememberFfmpeg } from './ffmpeg.ts'
import type { FfmpegSearch } from './ffmpeg-candidates.ts'

/** Tests search for ffmpeg where the program does, so that the one that npm brings is enough. */
export const FFMPEG_SEARCH: FfmpegSearch = {
  ffmpegPath: process.env['FFMPEG_PATH'],
  searchPath: process.env['PATH'],
  directory: join(import.meta.dirname, '../../node_modules/.cache/ffmpeg'),
}

/** The ffmpeg of the tests, looked for once per test file. */
export const getFfmpeg: GetFfmpeg = rememberFfmpeg(FFMPEG_SEARCH)

/** Its program file. */
export const FFMPEG: string = (await getFfmpeg()).path
