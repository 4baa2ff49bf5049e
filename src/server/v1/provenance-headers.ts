/** What every answer with sound says of itself, in the words of the API's description. */
export const PROVENANCE_HEADERS = {
  'X-Provenance':
    'Where the signed manifest (C2PA) is: `embedded` at the standard place of the format, `trailing` behind the sound, `none` in formats that carry none (pcm_s16le, mulaw, alaw, m3u8, aac). It is registered under the x-request-id.',
} as const
