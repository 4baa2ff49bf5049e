import { create } from 'zustand'
import { READING_SENTENCES } from '#shared/reading-sentences.ts'
import type { LanguageCode } from '#shared/voices.ts'
import type { Problem } from './microphone-problem.ts'

export type MicrophoneState = 'closed' | 'opening' | 'open'

/** How far a recording is. */
export type RecordStep =
  | { readonly kind: 'ready' }
  /** Seconds until it begins. */
  | { readonly kind: 'counting'; readonly left: number }
  | { readonly kind: 'recording'; readonly seconds: number }
  /** What was recorded, or of a file, is on its way to the engine. */
  | { readonly kind: 'storing'; readonly what: string; readonly part?: number }

interface RecorderState {
  readonly microphone: MicrophoneState
  /** Why no sound comes, while it does not. */
  readonly problem: Problem | undefined
  /** The microphone that was chosen, by its id; undefined: the system's. */
  readonly deviceId: string | undefined
  /** The one that is open: another one where the chosen one is not connected. Empty where the browser does not say. */
  readonly openId: string | undefined
  readonly step: RecordStep
  readonly language: LanguageCode
  /** Which of the language's sentences is read. */
  readonly sentence: number
  /** What is read instead of a sentence. */
  readonly ownText: string | undefined
  /** Why the last recording or file could not be taken, in words. */
  readonly refusal: string | undefined
}

const DEVICE = 'griot.microphone'

/** What is being recorded, and by which microphone. */
export const useRecorder = create<RecorderState>(() => ({
  microphone: 'closed',
  problem: undefined,
  deviceId: localStorage.getItem(DEVICE) ?? undefined,
  openId: undefined,
  step: { kind: 'ready' },
  language: 'en',
  sentence: 0,
  ownText: undefined,
  refusal: undefined,
}))

/** What a person is asked to read. */
export function textToRead(
  state: Pick<RecorderState, 'language' | 'sentence' | 'ownText'>,
): string {
  const sentences = READING_SENTENCES[state.language]
  return state.ownText ?? sentences[state.sentence % sentences.length] ?? ''
}

/** Choose a microphone for now and the next time. */
export function rememberDevice(deviceId: string | undefined): void {
  useRecorder.setState({ deviceId })
  if (deviceId === undefined) localStorage.removeItem(DEVICE)
  else localStorage.setItem(DEVICE, deviceId)
}

/** Whether the microphone is taken up, so that nothing about it should change. */
export function isBusy({ kind }: RecordStep): boolean {
  return kind !== 'ready'
}
