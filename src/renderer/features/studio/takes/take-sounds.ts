import { create } from 'zustand'
import { call } from '#renderer/client.ts'
import type { TakeSound } from '#renderer/features/studio/line-state.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { SAMPLE_RATE } from '#shared/audio.ts'

/** Sound that is kept in memory at most, in samples of two bytes: twenty minutes. What is not stored yet comes on top. */
const MOST_SAMPLES = 20 * 60 * SAMPLE_RATE

interface SoundsState {
  /** By take, the one that was used longest ago first. */
  readonly sounds: ReadonlyMap<string, TakeSound>
  /** Why sounds could not be loaded, in words, by take. */
  readonly failures: ReadonlyMap<string, string>
}

/** Sounds of takes that are playing, were played lately, or are stored nowhere else. */
export const useTakeSounds = create<SoundsState>(() => ({ sounds: new Map(), failures: new Map() }))

/** Takes whose sound is nowhere else. */
const pinned = new Set<string>()
const loading = new Map<string, Promise<TakeSound>>()

/** Sound of a take, if it is in memory. */
export function soundOf(takeId: string): TakeSound | undefined {
  return useTakeSounds.getState().sounds.get(takeId)
}

/** Keeps a sound in memory until `unpinSound`. */
export function pinSound(takeId: string, sound: TakeSound): void {
  pinned.add(takeId)
  remember(takeId, sound)
}

/** The host has the sound of a take: memory may forget it. */
export function unpinSound(takeId: string): void {
  if (pinned.delete(takeId)) remember(takeId, soundOf(takeId))
}

/** Sound of a take, from memory or from the host. Rejects with the reason why it cannot be heard. */
export async function loadSound(projectId: string, takeId: string): Promise<TakeSound> {
  const known = soundOf(takeId)
  if (known) {
    remember(takeId, known)
    return known
  }
  const work = loading.get(takeId) ?? fetchSound(projectId, takeId)
  loading.set(takeId, work)
  try {
    return await work
  } finally {
    loading.delete(takeId)
  }
}

async function fetchSound(projectId: string, takeId: string): Promise<TakeSound> {
  try {
    const { flac, words, peaks } = await call('takes.open', { projectId, takeId })
    const samples = await decodeFlac(flac)
    const sound = {
      chunks: [samples],
      peaks: [Float32Array.from(peaks, (peak) => peak / 255)],
      words,
    }
    remember(takeId, sound)
    return sound
  } catch (error) {
    const { failures } = useTakeSounds.getState()
    useTakeSounds.setState({ failures: new Map(failures).set(takeId, errorMessage(error)) })
    throw error
  }
}

/** 16-bit samples of a FLAC file; the browser decodes it. */
async function decodeFlac(flac: Uint8Array): Promise<Int16Array> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE)
  // The browser takes the bytes away with the buffer.
  const decoded = await context.decodeAudioData(Uint8Array.from(flac).buffer)
  return Int16Array.from(decoded.getChannelData(0), (sample) => Math.round(sample * 32_768))
}

/** Puts a sound last in the order of use, and forgets those that were used longest ago. */
function remember(takeId: string, sound: TakeSound | undefined): void {
  if (!sound) return
  const before = useTakeSounds.getState()
  const sounds = new Map(before.sounds)
  sounds.delete(takeId)
  sounds.set(takeId, sound)
  const failures = new Map(before.failures)
  failures.delete(takeId)
  let samples = 0
  for (const [id, { chunks }] of [...sounds].reverse()) {
    if (pinned.has(id)) continue
    samples += chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    if (samples > MOST_SAMPLES && id !== takeId) sounds.delete(id)
  }
  useTakeSounds.setState({ sounds, failures })
}
