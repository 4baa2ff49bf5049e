import type { FastifyReply } from 'fastify'
import type { SignedAnswer } from '#provenance/provenance.ts'
import { callerOf } from '#server/http/operation.ts'
import type { GuestManifests } from './guest-manifests.ts'

/** Headers that describe the provenance of an answer with sound, for the OpenAPI document. */
export const PROVENANCE_HEADERS = {
  'X-Provenance':
    'Place of the signed manifest (C2PA): `embedded` at the standard place of the format, `trailing` behind the sound, `sidecar` beside it (a flac of more than a minute: see Link), `none` in formats that carry none (pcm_s16le, mulaw, alaw, m3u8, aac). It is registered under the x-request-id.',
  Link: 'With `X-Provenance: sidecar`: the address of the manifest, available for thirty days once the whole answer was received; a guest needs the token that made the request: `</v1/provenance/<request id>/manifest>; rel="c2pa-manifest"`.',
} as const

/** Sets the headers that say where the manifest of an answer is. */
export function setProvenanceHeaders(
  reply: FastifyReply,
  { placement }: SignedAnswer,
  guestManifests: GuestManifests,
): void {
  reply.header('x-provenance', placement)
  if (placement !== 'sidecar') return
  const { id } = reply.request
  const { kind, tokenId } = callerOf(reply.request)
  if (kind === 'guest') guestManifests.made(id, tokenId)
  reply.header('link', `</v1/provenance/${id}/manifest>; rel="c2pa-manifest"`)
}
