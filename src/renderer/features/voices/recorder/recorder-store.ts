import { create } from 'zustand'
import { type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import type { MicrophoneProblem } from './microphone-error.ts'

export type MicrophoneState = 'closed' | 'opening' | 'open'

/** Step of a recording. */
export type RecordStep =
  | { readonly kind: 'ready' }
  /** Seconds until the recording starts. */
  | { readonly kind: 'counting'; readonly left: number }
  | { readonly kind: 'recording'; readonly seconds: number }
  /** A recording or file is being uploaded; `part` is the share done, 0 to 1. */
  | { readonly kind: 'storing'; readonly what: string; readonly part?: number }

interface RecorderState {
  readonly microphone: MicrophoneState
  /** Why the microphone gives no sound, if it does not. */
  readonly microphoneError: MicrophoneProblem | undefined
  /** Id of the chosen microphone; undefined: the system's default. */
  readonly deviceId: string | undefined
  /**
   * Id of the open microphone, which differs from the chosen one if that is not connected. Empty if the browser does
   * not tell.
   */
  readonly openId: string | undefined
  readonly step: RecordStep
  readonly language: LanguageCode
  /** Index of the sentence to read. */
  readonly sentence: number
  /** User's own text to read instead of a sentence. */
  readonly ownText: string | undefined
  /** Why the last recording or file was not accepted. */
  readonly error: string | undefined
}

const STORAGE_KEY = 'griot.microphone'

/** State of the recorder and its microphone. */
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

/** Text that the user is asked to read. */
export function promptText(
  state: Pick<RecorderState, 'language' | 'sentence' | 'ownText'>,
): string {
  const sentences = languageInfo(state.language).readingSentences
  return state.ownText ?? sentences[state.sentence % sentences.length] ?? ''
}

/** Chooses a microphone and remembers it. */
export function setDevice(deviceId: string | undefined): void {
  useRecorder.setState({ deviceId })
  if (deviceId === undefined) localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, deviceId)
}

/** Whether the recorder is in use, so that its settings are locked. */
export function isRecorderBusy({ kind }: RecordStep): boolean {
  return kind !== 'ready'
}
