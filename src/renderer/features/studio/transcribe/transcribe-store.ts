import { notifications } from '@mantine/notifications'
import { create } from 'zustand'
import { addTranscribed, scriptFull } from '#renderer/features/studio/script-commands.ts'
import { t } from '#renderer/i18n/i18n.ts'
import {
  lacksTranscriber,
  type Transcription,
  type TranscriptionProgress,
  transcribe,
} from '#renderer/transcribe.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { chooseFiles } from '#renderer/ui/choose-files.ts'
import { clockWords } from '#renderer/ui/clock-words.ts'
import { errorMessage } from '#renderer/ui/error-message.ts'
import { showError } from '#renderer/ui/show-error.ts'
import type { LanguageCode } from '#shared/languages/languages.ts'
import { SOUND_LIMITS } from '#shared/transcription.ts'

/** Step of the dialog that writes down a recording. */
export type TranscribeStep =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'working'; readonly progress: TranscriptionProgress }
  | { readonly kind: 'failed'; readonly message: string; readonly lacksPack: boolean }

interface TranscribeState {
  /** The recording; undefined: the dialog is closed. */
  readonly file: File | undefined
  /** Its length in seconds, where the browser can tell. */
  readonly seconds: number | undefined
  /** Empty: detected. */
  readonly language: LanguageCode | ''
  readonly step: TranscribeStep
}

export const useTranscribe = create<TranscribeState>(() => ({
  file: undefined,
  seconds: undefined,
  language: '',
  step: { kind: 'choosing' },
}))

let running = new AbortController()

/** Whether a file is a recording, by its type or its name. */
export function isRecording({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  if (/^(audio|video)\//.test(type)) return true
  return type === '' && /\.(wav|mp3|m4a|mp4|aac|ogg|oga|opus|webm|flac)$/i.test(name)
}

/** Opens the dialog for a dropped or chosen recording. Shows an error for one that is empty or too large. */
export function openTranscribe(file: File): void {
  const most = SOUND_LIMITS.bytes
  const { name, size } = file
  if (size === 0)
    showError(t('transcribe:unusable.title'), t('transcribe:unusable.empty', { name }))
  else if (size > most)
    showError(
      t('transcribe:tooLarge.title'),
      t('transcribe:tooLarge.message', { name, size, most }),
    )
  else if (useTranscribe.getState().step.kind === 'working')
    showError(t('transcribe:busy.title'), t('transcribe:busy.message'))
  else {
    useTranscribe.setState({ file, seconds: undefined, step: { kind: 'choosing' } })
    void measure(file)
  }
}

/** Asks for a recording, and opens the dialog with it. */
export function chooseRecording(): void {
  chooseFiles({ accept: 'audio/*,video/mp4,video/webm' }, ([file]) => {
    if (file) openTranscribe(file)
  })
}

/** Closes the dialog, and stops what it is doing. The script stays as it is. */
export function closeTranscribe(): void {
  running.abort(new Error('cancelled'))
  if (useTranscribe.getState().step.kind === 'working') announce(t('transcribe:cancelled'))
  useTranscribe.setState({ file: undefined, step: { kind: 'choosing' } })
}

/** Writes down the recording and adds its sentences to the end of the script, as one undo step. */
export async function startTranscribe(): Promise<void> {
  const { file, language } = useTranscribe.getState()
  if (!file) return
  running = new AbortController()
  const { signal } = running
  const show = (progress: TranscriptionProgress): void => {
    if (!signal.aborted) useTranscribe.setState({ step: { kind: 'working', progress } })
  }
  show({ sent: 0, text: '', seconds: 0 })
  announce(t('transcribe:started', { name: file.name }))
  try {
    const order = {
      source: { kind: 'sound', sound: file },
      language: language || undefined,
    } as const
    finish(file.name, await transcribe(order, { signal, onProgress: show }))
  } catch (error) {
    if (signal.aborted) return
    const message = errorMessage(error)
    const lacksPack = lacksTranscriber(error)
    useTranscribe.setState({ step: { kind: 'failed', message, lacksPack } })
    announce(message)
  }
}

function finish(name: string, { sentences, provider }: Transcription): void {
  if (sentences.length === 0) {
    const message = t('transcribe:noSpeech', { name })
    useTranscribe.setState({ step: { kind: 'failed', message, lacksPack: false } })
    announce(message)
    return
  }
  const added = addTranscribed(sentences)
  useTranscribe.setState({ file: undefined, step: { kind: 'choosing' } })
  const missing = sentences.length - added
  const end = clockWords(sentences[added - 1]?.end ?? 0)
  const whole =
    provider === undefined
      ? t('transcribe:done.whole', { name, end })
      : t('transcribe:done.wholeBy', { name, end, provider })
  notifications.show({
    color: missing > 0 ? 'orange' : 'brand',
    title: t('transcribe:done.title', { count: added }),
    message:
      missing > 0
        ? t('transcribe:done.partly', { end, count: missing, full: scriptFull() })
        : whole,
  })
}

/** The browser knows the length of most formats; it is only for the progress. */
async function measure(file: File): Promise<void> {
  const url = URL.createObjectURL(file)
  const sound = new Audio()
  const seconds = await new Promise<number>((resolve) => {
    sound.onloadedmetadata = () => resolve(sound.duration)
    sound.onerror = () => resolve(Number.NaN)
    sound.preload = 'metadata'
    sound.src = url
  })
  URL.revokeObjectURL(url)
  const isCurrent = useTranscribe.getState().file === file
  if (isCurrent && Number.isFinite(seconds)) useTranscribe.setState({ seconds })
}
