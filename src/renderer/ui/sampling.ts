import { create } from 'zustand'
import { call, currentConnection } from '#renderer/call.ts'
import { ConnectionLost } from '#renderer/socket.ts'
import type { Data } from '#shared/api.ts'
import { announce } from './announce.tsx'
import { complain } from './complain.ts'
import { player } from './loudspeaker.ts'
import { samplesOf } from './pcm.ts'
import { randomId } from './random-id.ts'
import { reasonOf } from './reason-of.ts'

/** Something that a voice says outside the script. `key` tells it from others; `name` is whose voice it is. */
export interface Sample {
  readonly key: string
  readonly name: string
  readonly voice: string
  readonly text: string
  readonly language: string
}

/** The sample that is heard now, from the press of its button to its end. `isMade`: the engine has nothing more to send. */
interface Sampling {
  readonly jobId: string
  readonly sample: Sample
  readonly isMade: boolean
}

export const useSampling = create<{ readonly current: Sampling | undefined }>(() => ({
  current: undefined,
}))

// Whatever else takes the loudspeaker ends the sample.
player.subscribe(() => {
  const { current } = useSampling.getState()
  if (current && player.state().takeId !== current.jobId) stopSample()
})

/** What a voice says to introduce itself, in its own language. */
export function introductionOf(voice: {
  readonly id: string
  readonly name: string
  readonly language: string
  readonly sample: string
}): Sample {
  const { id, name, language, sample } = voice
  return { key: id, name, voice: id, text: sample, language }
}

/** Let a sample be heard; silence it if it is just that one. No line of the script changes. */
export function hearSample(sample: Sample): void {
  const isHeard = useSampling.getState().current?.sample.key === sample.key
  stopSample()
  if (isHeard) return
  player.stop()
  const jobId = randomId()
  useSampling.setState({ current: { jobId, sample, isMade: false } })
  if (currentConnection().status !== 'connected') {
    sampleFailed(jobId, 'The engine cannot be reached just now.')
    return
  }
  player.play(jobId, [], false)
  const { text, voice, language } = sample
  call('speech.start', { jobId, text, voice, language }).catch((error) =>
    sampleFailed(jobId, reasonOf(error)),
  )
}

/** Silence the sample, if there is one. */
export function stopSample(): void {
  const { current } = useSampling.getState()
  if (!current) return
  useSampling.setState({ current: undefined })
  if (player.state().takeId === current.jobId) player.stop()
  if (current.isMade) return
  call('job.cancel', { jobId: current.jobId }).catch((error) => {
    // A lost connection has ended the job already.
    if (!(error instanceof ConnectionLost)) announce(reasonOf(error))
  })
}

/** News: more sound of the sample. */
export function sampleArrived({ jobId, pcm }: Data<'speech.chunk'>): void {
  if (isCurrent(jobId)) player.append(jobId, samplesOf(pcm))
}

/** News: the sample is complete. */
export function sampleDone({ jobId }: Data<'speech.done'>): void {
  const { current } = useSampling.getState()
  if (current?.jobId !== jobId) return
  useSampling.setState({ current: { ...current, isMade: true } })
  player.complete(jobId)
}

/** News: the sample could not be spoken. */
export function sampleFailed(jobId: string, message: string): void {
  const { current } = useSampling.getState()
  if (current?.jobId !== jobId) return
  useSampling.setState({ current: undefined })
  player.stop()
  complain(`${current.sample.name} could not be heard`, message)
}

function isCurrent(jobId: string): boolean {
  return useSampling.getState().current?.jobId === jobId
}
