import { LONGEST_SEGMENT_SECONDS } from './adts.ts'

/** One segment as a playlist names it. */
export interface SegmentEntry {
  readonly name: string
  readonly durationSeconds: number
}

/** The lines of an HLS media playlist (RFC 8216) before its segments; EVENT is one that only grows. */
export function playlistHead(type: 'EVENT' | 'VOD'): readonly string[] {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${LONGEST_SEGMENT_SECONDS}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${type}`,
  ]
}

/** The two lines of one segment. */
export function segmentLines({ durationSeconds }: SegmentEntry, url: string): readonly string[] {
  return [`#EXTINF:${durationSeconds.toFixed(6)},`, url]
}

export const PLAYLIST_END = '#EXT-X-ENDLIST'
