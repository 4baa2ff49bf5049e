/** What every answer with sound says of itself, in the words of the API's description. */
export const PROVENANCE_HEADERS = {
  'X-Request-Id': 'The number of the request: under it the manifest is registered.',
  'X-Provenance':
    'Where the signed manifest (C2PA) is: `embedded` at the standard place of the format, `trailing` behind the sound, `none` in formats that carry none (pcm_s16le, mulaw, alaw, m3u8, aac).',
} as const
