import type { CustomVoices } from '#app/custom-voices/custom-voices.ts'
import { toPcm } from '#media/pcm.ts'
import { wavHeader } from '#media/wav.ts'
import { OWNER } from '#shared/access.ts'
import type { EmitEvent, Handlers, Parsed } from '#shared/api.ts'
import type { OwnVoice } from '#shared/clips.ts'
import { warningText } from '#shared/custom-voices.ts'
import { AppError } from '#shared/errors.ts'
import type { Clips } from '#storage/clips/clips.ts'
import { cutPcm } from '#storage/clips/cut.ts'
import type { RetryWhileBusy } from '#storage/db/busy-retry.ts'
import type { Favourites } from '#storage/db/favourites.ts'
import type { StoredVoice } from '#storage/db/voices.ts'
import type { Jobs } from './jobs.ts'

type OwnVoiceMethod =
  | 'voices.create'
  | 'voices.show'
  | 'voices.recording'
  | 'voices.rename'
  | 'voices.delete'
  | 'voices.favourites'
  | 'voices.setFavourite'

export interface OwnVoiceDependencies {
  readonly clips: Pick<Clips, 'sound'>
  readonly customVoices: CustomVoices
  readonly favourites: Favourites
  readonly retryWhileBusy: RetryWhileBusy
  /** Ids of the voices that everybody has. */
  readonly systemVoices: () => readonly { readonly id: string }[]
}

/** Name of the token on the consent to voices that were made in the studio. */
const STUDIO = 'the studio'
const forever = new AbortController().signal

/** The contract's part about voices of one's own and favourites, for one window with its jobs. */
export function ownVoiceHandlers(
  dependencies: OwnVoiceDependencies,
  jobs: Jobs,
  emit: EmitEvent,
): Pick<Handlers, OwnVoiceMethod> {
  const { customVoices, favourites, retryWhileBusy } = dependencies
  const find = async (id: string): Promise<StoredVoice> => {
    const voice = await customVoices.find(OWNER, id)
    if (!voice) throw notFound()
    return voice
  }
  const show = (voice: StoredVoice): Promise<OwnVoice> => shown(customVoices, voice)
  return {
    'voices.create': async ({ jobId, ...input }) => {
      jobs.start(jobId, async (signal) => {
        const onStep = (step: string): void => emit('voice.progress', { jobId, step })
        const voice = await create(dependencies, input, onStep, signal)
        emit('voice.created', { jobId, voice: await show(voice) })
      })
      return {}
    },
    'voices.show': async ({ id }) => show(await find(id)),
    'voices.recording': async ({ id }) => {
      const { samples, transcript } = await customVoices.recording(OWNER, id, forever)
      return { pcm: toPcm(samples), transcript }
    },
    'voices.rename': async ({ id, name }) => show(await customVoices.rename(OWNER, id, name)),
    'voices.delete': async ({ id }) => {
      await customVoices.delete(OWNER, id)
      return {}
    },
    'voices.favourites': async () => [...(await favourites.list(OWNER))],
    'voices.setFavourite': async ({ id, isFavourite }) => {
      const isThere = dependencies.systemVoices().some((voice) => voice.id === id)
      if (isFavourite && !isThere) await find(id)
      await retryWhileBusy(() => favourites.mark(OWNER, id, isFavourite))
      return {}
    },
  }
}

/** The cut of a clip is taken in as a recording from anywhere is: what may become a voice is decided in one place. */
async function create(
  { clips, customVoices }: OwnVoiceDependencies,
  { clipId, cut, ...input }: Omit<Parsed<'voices.create'>, 'jobId'>,
  onStep: (step: string) => void,
  signal: AbortSignal,
): Promise<StoredVoice> {
  onStep(cut.cleaned ? 'Taking out the noise.' : 'Cutting the recording.')
  const pcm = cutPcm(await clips.sound(clipId, cut.cleaned, signal), cut)
  if (pcm.length === 0)
    throw new AppError(
      'voice/recording',
      'Nothing of the recording is left: move its two ends apart.',
    )
  const wav = async function* (): AsyncGenerator<Uint8Array> {
    yield wavHeader(pcm.length)
    yield pcm
  }
  const recording = await customVoices.receive(wav())
  const maker = { account: OWNER, tokenName: STUDIO, onStep }
  return customVoices.create({ ...input, language: input.language }, recording, maker, signal)
}

async function shown(customVoices: CustomVoices, voice: StoredVoice): Promise<OwnVoice> {
  const { id, name, spokenLanguage: language, createdAt, warnings } = voice
  const consent = await customVoices.consentTo(OWNER, id)
  const { statement, purpose, givenAt, tokenName: givenBy } = consent
  const [recordingSha256, transcriptSha256] = [
    Buffer.from(consent.recordingSha256).toString('hex'),
    Buffer.from(consent.transcriptSha256).toString('hex'),
  ]
  return {
    ...{ id, name, language, createdAt },
    warnings: warnings.map((kind) => ({ kind, words: warningText(kind, voice.misfit) })),
    consent: { statement, purpose, givenAt, givenBy, recordingSha256, transcriptSha256 },
  }
}

const notFound = (): AppError =>
  new AppError('voice/not-found', 'This voice was deleted. Choose another one.')
