import { create } from 'zustand'
import { READING_SENTENCES } from '#shared/reading-sentences.ts'
import type { LanguageCode } from '#shared/voices.ts'
import type { MicrophoneError } from './microphone-error.ts'

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
  readonly microphoneError: MicrophoneError | undefined
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
  readonly error: string | undefined
}

const STORAGE_KEY = 'griot.microphone'

/** What is being recorded, and by which microphone. */
export const useRecorder = create<RecorderState>(() => ({
  microphone: 'closed',
  microphoneError: undefined,
  deviceId: localStorage.getItem(STORAGE_KEY) ?? undefined,
  openId: undefined,
  step: { kind: 'ready' },
  language: 'en',
  sentence: 0,
  ownText: undefined,
  error: undefined,
}))

/** What a person is asked to read. */
export function promptText(
  state: Pick<RecorderState, 'language' | 'sentence' | 'ownText'>,
): string {
  const sentences = READING_SENTENCES[state.language]
  return state.ownText ?? sentences[state.sentence % sentences.length] ?? ''
}

/** Choose a microphone for now and the next time. */
export function setDevice(deviceId: string | undefined): void {
  useRecorder.setState({ deviceId })
  if (deviceId === undefined) localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, deviceId)
}

/** Whether the microphone is taken up, so that nothing about it should change. */
export function isBusy({ kind }: RecordStep): boolean {
  return kind !== 'ready'
}
