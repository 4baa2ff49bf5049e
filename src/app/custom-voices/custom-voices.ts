import { createHash } from 'node:crypto'
import { decodeSound } from '#media/decode.ts'
import type { GetFfmpeg } from '#media/ffmpeg.ts'
import {
  CONSENT_PURPOSE,
  CONSENT_STATEMENT,
  CUSTOM_VOICE_LIMITS,
  type RecordingWarning,
} from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { createMutex } from '#shared/mutex.ts'
import type { Cloner } from '#speech/engines/cloner.ts'
import { traitsFormatOf } from '#speech/engines/registry.ts'
import type { AcquireVoice } from '#speech/worker/with-custom-voices.ts'
import { isTransient } from '#storage/db/busy-retry.ts'
import { type Consent, full, type StoredVoice, type StoredVoices } from '#storage/db/voices.ts'
import { describeDiskError } from '#storage/files/folders.ts'
import type { Orphans } from '#storage/library-ownership/orphans.ts'
import { checkConsent, checkName, checkTranscript } from './check-request.ts'
import type { PendingRecording, Recordings } from './recordings.ts'
import { readVoiceMetadata, voiceMetadata } from './voice-metadata.ts'
import { createVoicesInUse } from './voices-in-use.ts'

/** Sound of a recording that is read, in seconds: enough to see that it is longer than it may be. */
const MAX_SECONDS = CUSTOM_VOICE_LIMITS.seconds.max + 1

/** A recording elsewhere that no voice has had for so long is one of a library that lost it for good, in milliseconds: thirty days. */
const ABANDONED_MS = 30 * 24 * 60 * 60_000

/** A request for a new voice. Nothing of it has been checked. */
export interface VoiceRequest {
  readonly name: string
  /** Transcript of the recording, word for word. */
  readonly transcript: string
  readonly language: LanguageCode | undefined
  /** Whether CONSENT_STATEMENT was agreed to. */
  readonly consent: boolean
}

/** Requester of the new voice. */
export interface VoiceCreator {
  readonly account: string
  readonly tokenName: string
  /** Receives what is being done, in words. */
  readonly onStep?: (step: string) => void
}

/** The voices that people have made of recordings. Every account sees and speaks with its own alone. */
export interface CustomVoices {
  /** Newest first. */
  list(account: string): Promise<readonly StoredVoice[]>
  find(account: string, id: string): Promise<StoredVoice | undefined>
  /** Takes a recording in for `create`, which alone makes anything of it. Throws what `bytes` throws, AppError('storage/failed'). */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedRecording>
  /**
   * A voice of a recording, ready to speak. The recording is kept with it, or gone when this throws: AppError
   * ('voice/consent'), ('voice/invalid') for name and transcript, ('voice/recording') with a measured figure,
   * ('voice/limit'), ('storage/failed'), ('storage/busy'), ('encode/no-ffmpeg'), ('speech/failed'), or why `signal` was
   * aborted.
   */
  create(
    request: VoiceRequest,
    recording: ReceivedRecording,
    creator: VoiceCreator,
    signal: AbortSignal,
  ): Promise<StoredVoice>
  /** Consent that was given when a voice was made. Throws AppError('voice/not-found'). */
  consentTo(account: string, id: string): Promise<Consent>
  /** The recording of a voice, mono at `SAMPLE_RATE`. Throws AppError('voice/not-found'), ('encode/no-ffmpeg'), ('storage/failed'). */
  recording(account: string, id: string, signal: AbortSignal): Promise<StoredRecording>
  /** Throws AppError('voice/not-found'), ('voice/invalid') and ('storage/busy'). */
  rename(account: string, id: string, name: string): Promise<StoredVoice>
  /** The voice as it was; its recording is gone from disk and what speaks with it ends. Throws AppError('voice/not-found'), ('storage/failed'), ('storage/busy'). */
  delete(account: string, id: string): Promise<StoredVoice>
  /** See with-custom-voices.ts. */
  readonly acquire: AcquireVoice
}

/** Recording of a voice, with its transcript. */
export interface StoredRecording {
  readonly samples: Float32Array
  readonly transcript: string
}

/** A recording on disk that belongs to no voice yet. */
export interface ReceivedRecording extends PendingRecording {
  readonly id: string
  readonly sha256: Uint8Array
}

export interface CustomVoiceDependencies {
  readonly stored: StoredVoices
  readonly recordings: Recordings
  /** Of recordings in folders beside the library. */
  readonly orphans: Orphans | undefined
  readonly cloner: Cloner
  /** The language of a text, where there is little doubt. */
  readonly detectLanguage: (text: string) => Promise<LanguageCode | undefined>
  readonly getFfmpeg: GetFfmpeg
  readonly now: () => Date
  readonly randomBytes: (length: number) => Uint8Array
}

/** The custom voices of a data folder. What a process that died has left there is the business of `purgeCustomVoices`. */
export function createCustomVoices(deps: CustomVoiceDependencies): CustomVoices {
  const { stored, recordings } = deps
  const { acquire, endUsesOf } = createVoicesInUse(stored)
  const making = createMutex()
  const nowText = (): string => deps.now().toISOString()
  return {
    list: async (account) => stored.list(account),
    find: async (account, id) => stored.find(account, id),
    receive: (bytes) => receive(deps, bytes),
    async create(request, recording, creator, signal) {
      try {
        const checked = check(request)
        if ((await stored.count(creator.account)) >= CUSTOM_VOICE_LIMITS.voices)
          throw full(CUSTOM_VOICE_LIMITS.voices)
        // One at a time: one process makes them, so that two at once are ready no sooner, and whoever speaks meanwhile
        // waits longer. Measured on two busy cores: first sound after 107 ms, 172 beside one voice, 271 beside two.
        creator.onStep?.('Waiting for its turn.')
        let hasBegun = false
        const run = (): Promise<StoredVoice> => {
          hasBegun = true
          return make(deps, checked, recording, creator, signal)
        }
        return await making.runExclusive(run, signal).catch((error) => {
          throw hasBegun ? error : cancelled(error)
        })
      } finally {
        await recording.discard()
      }
    },
    async consentTo(account, id) {
      const consent = (await stored.find(account, id)) && (await stored.consent(id))
      if (!consent) throw notFound(id)
      return consent
    },
    recording: (account, id, signal) => readRecording(deps, account, id, signal),
    async rename(account, id, name) {
      const checked = checkName(name)
      if (!(await stored.find(account, id))) throw notFound(id)
      await describe(deps, id, checked)
      const voice = await stored.retryWhileBusy(() =>
        stored.rename(account, id, checked, nowText()),
      )
      if (!voice) throw notFound(id)
      return voice
    },
    async delete(account, id) {
      if (!(await stored.find(account, id))) throw notFound(id)
      // The sound first: while it lies there, its owner can ask again.
      await recordings.remove(id)
      const voice = await stored.retryWhileBusy(() => stored.remove(account, id, nowText()))
      if (!voice) throw notFound(id)
      endUsesOf(voice)
      return voice
    },
    acquire,
  }
}

function check(request: VoiceRequest): Omit<VoiceRequest, 'consent'> {
  const { name, transcript, language, consent } = request
  checkConsent(consent)
  return { name: checkName(name), transcript: checkTranscript(transcript), language }
}

async function receive(
  { recordings, randomBytes }: CustomVoiceDependencies,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ReceivedRecording> {
  const id = `voice_${Buffer.from(randomBytes(16)).toString('hex')}`
  const hash = createHash('sha256')
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      hash.update(piece)
      yield piece
    }
  }
  const received = await recordings.receive(id, hashed())
  return { ...received, id, sha256: hash.digest() }
}

async function make(
  { stored, cloner, detectLanguage, getFfmpeg, now }: CustomVoiceDependencies,
  { name, transcript, language }: Omit<VoiceRequest, 'consent'>,
  { id, sha256, path, writeTranscript, writeAbout, keep }: ReceivedRecording,
  { account, tokenName, onStep = () => undefined }: VoiceCreator,
  signal: AbortSignal,
): Promise<StoredVoice> {
  onStep('Listening to the recording.')
  const samples = await decodeSound(path, getFfmpeg, MAX_SECONDS, signal)
  const detected = await detectLanguage(transcript)
  const spokenLanguage = language ?? detected ?? 'en'
  const request = { samples, transcript, language: spokenLanguage }
  onStep('Following its words and measuring the voice.')
  const cloned = await cloner.clone(request, signal)
  const { engine } = cloned
  const traits = traitsFormatOf(engine).parse(cloned.traits)
  await writeTranscript(transcript)
  const at = now().toISOString()
  const times = { createdAt: at, updatedAt: at }
  const warnings = warningsFor(spokenLanguage, detected, cloned.warnings)
  const { misfit } = cloned
  const place = misfit === undefined ? {} : { misfit }
  const about = { language, spokenLanguage, engine, warnings, ...place }
  const voice = { id, account, name, ...about, ...times }
  const consent = {
    account,
    tokenName,
    statement: CONSENT_STATEMENT,
    purpose: CONSENT_PURPOSE,
    givenAt: at,
    recordingSha256: sha256,
    transcriptSha256: createHash('sha256').update(transcript).digest(),
    voiceDeletedAt: undefined,
  }
  const { voices: most } = CUSTOM_VOICE_LIMITS
  await writeAbout(voiceMetadata(await stored.identity(), { ...voice, traits, consent }))
  await stored.retryWhileBusy(() => stored.add({ ...voice, traits }, consent, most, keep), signal)
  return voice
}

async function readRecording(
  { stored, recordings, getFfmpeg }: CustomVoiceDependencies,
  account: string,
  id: string,
  signal: AbortSignal,
): Promise<StoredRecording> {
  const kept = (await stored.find(account, id)) && (await recordings.find(id))
  if (!kept) throw notFound(id)
  try {
    const samples = await decodeSound(await kept.path(signal), getFfmpeg, MAX_SECONDS, signal)
    return { samples, transcript: kept.transcript }
  } catch (error) {
    // Deleted meanwhile, by this program or another one.
    throw (await stored.find(account, id)) ? error : notFound(id)
  }
}

/** Warnings about the recording, after one about a transcript in another language than the one that is `spoken`. */
function warningsFor(
  spoken: LanguageCode,
  detected: LanguageCode | undefined,
  noticed: readonly RecordingWarning[],
): readonly RecordingWarning[] {
  return detected !== undefined && detected !== spoken ? ['language', ...noticed] : noticed
}

/**
 * Removes what a process that died has left half-made or half-deleted, and puts away a recording that nobody knows and nobody
 * deleted. Leaves to the next start what cannot be done now, such as on a full disk. Throws AppError('storage/failed').
 */
export async function purgeCustomVoices(deps: CustomVoiceDependencies): Promise<void> {
  try {
    await purge(deps)
  } catch (error) {
    const failure = describeDiskError(error, 'The recordings of voices could not be cleared up')
    if (!isTransient(failure)) throw failure
  }
}

/** Recordings without a voice: made or deleted half-way, or of another library. */
async function purge(deps: CustomVoiceDependencies): Promise<void> {
  const { stored, recordings, now } = deps
  recordings.purgeUnfinished(now())
  const deleted = await stored.deletions.list()
  for (const { id } of deleted) await recordings.remove(id)
  await stored.deletions.done(deleted)
  await purgeUnknown(deps)
  if (recordings.unchangedSince) await purgeAbandoned(deps, recordings.unchangedSince)
}

async function purgeUnknown(deps: CustomVoiceDependencies): Promise<void> {
  const { stored, recordings, orphans } = deps
  const { beside } = recordings
  const lost = orphans?.open()
  if (!lost || !beside) return
  const there = beside.list()
  const unknown = await withoutVoice(stored, there)
  for (const id of unknown)
    if ((await stored.consent(id))?.voiceDeletedAt !== undefined) await recordings.remove(id)
    else if (!(await isOfAnotherState(deps, id))) lost.put(beside.folderOf(id))
  for (const id of there)
    if (!unknown.includes(id) && (await recordings.about(id)) === undefined)
      await describe(deps, id)
}

/** In a store that other libraries may use too, only what says that it is of this one. */
async function purgeAbandoned(
  { stored, recordings, now }: CustomVoiceDependencies,
  unchangedSince: (time: Date) => Promise<readonly string[]>,
): Promise<void> {
  const there = await unchangedSince(new Date(now().getTime() - ABANDONED_MS))
  const unknown = await withoutVoice(stored, there)
  const identity = await stored.identity()
  for (const id of unknown) {
    const about = readVoiceMetadata((await recordings.about(id)) ?? '')
    if (about?.identity === identity) await recordings.remove(id)
  }
}

async function withoutVoice(stored: StoredVoices, ids: readonly string[]) {
  let unknown: readonly string[] = []
  await stored.withoutVoice(ids, (unused) => {
    unknown = unused
  })
  return unknown
}

/** Whether a recording says that it belongs to another library, or was made after all that this one knows: then it stays. */
async function isOfAnotherState(
  { stored, recordings }: CustomVoiceDependencies,
  id: string,
): Promise<boolean> {
  const about = readVoiceMetadata((await recordings.about(id)) ?? '')
  if (!about) return false
  if (about.identity !== (await stored.identity())) return true
  return about.createdAt > ((await stored.lastMadeAt()) ?? '')
}

/** Writes down beside a recording what the library knows of its voice, or is about to. */
async function describe(deps: CustomVoiceDependencies, id: string, name?: string): Promise<void> {
  const record = await deps.stored.record(id)
  if (!record) return
  const about = name === undefined ? record : { ...record, name }
  await deps.recordings.writeAbout(id, voiceMetadata(await deps.stored.identity(), about))
}

/** Error for a request that was cancelled while it waited. */
function cancelled(reason: unknown): AppError {
  if (reason instanceof AppError) return reason
  return new AppError('speech/cancelled', 'The voice was not made: the caller went away.', reason)
}

function notFound(id: string): AppError {
  return new AppError(
    'voice/not-found',
    `There is no custom voice ${JSON.stringify(id.slice(0, 80))} in this account. It may have been deleted: look at the list of voices.`,
  )
}
