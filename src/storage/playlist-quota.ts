import type { DiskAllowance } from '#media/hls.ts'
import { OWNER } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { formatSize } from './files/format-size.ts'

/** Limits on playlists on the disk, in bytes. */
export interface PlaylistLimits {
  /** Limit of one holder: an account, or the guests of one. */
  readonly ofHolder: number
  /** Limit of all holders together, without the owner. */
  readonly inAll: number
}

/** Four hours of sound at 128 kbit/s; a playlist is kept for half an hour. */
export const PLAYLIST_LIMITS: PlaylistLimits = { ofHolder: 256_000_000, inAll: 1_000_000_000 }

/** Least space that a file or a folder takes on a disk, in bytes. */
const BLOCK_BYTES = 4_096

/** The room for playlists, each counted in whole blocks of the disk so that many small files are no way around it. */
export function createPlaylistQuota({
  ofHolder,
  inAll,
}: PlaylistLimits): (holder: string) => DiskAllowance {
  const held = new Map<string, number>()
  const sum = (): number =>
    [...held].reduce((total, [holder, bytes]) => (holder === OWNER ? total : total + bytes), 0)
  const add = (holder: string, bytes: number): void => {
    const total = (held.get(holder) ?? 0) + bytes
    if (total > 0) held.set(holder, total)
    else held.delete(holder)
  }
  return (holder) => {
    let taken = 0
    return {
      take(bytes) {
        const size = Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
        const own = held.get(holder) ?? 0
        if (own + size > ofHolder) throw full('of this account', own, ofHolder)
        if (holder !== OWNER && sum() + size > inAll) throw full('here', sum(), inAll)
        taken += size
        add(holder, size)
      },
      release() {
        add(holder, -taken)
        taken = 0
      },
    }
  }
}

function full(whose: string, heldBytes: number, maxBytes: number): AppError {
  return new AppError(
    'file/quota',
    `The playlists ${whose} use ${formatSize(heldBytes)} of ${formatSize(maxBytes)}. Each is deleted half an hour after it ends: try again later, or request another format.`,
  )
}
