/** Guest tokens by the requests whose sidecar manifest they may fetch. */
export interface GuestManifests {
  made(requestId: string, tokenId: string): void
  isOf(requestId: string, tokenId: string): boolean
}

/** A guest token works for a day at most; of more than these, those that were made first can not be told any more. */
const MOST = 10_000

/** A guest sees nothing of its account but what it made itself; known for as long as this server runs. */
export function createGuestManifests(): GuestManifests {
  const makers = new Map<string, string>()
  return {
    made(requestId, tokenId) {
      makers.set(requestId, tokenId)
      const [oldest] = makers.keys()
      if (makers.size > MOST && oldest !== undefined) makers.delete(oldest)
    },
    isOf: (requestId, tokenId) => makers.get(requestId.toLowerCase()) === tokenId,
  }
}
