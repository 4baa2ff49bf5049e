import { t } from '#renderer/i18n/i18n.ts'

/**
 * Why a microphone gives no sound: it sends only zeros, it was disconnected during use, the page is not in a secure context, to which browsers
 * give no microphone, or the error of getUserMedia.
 */
export type MicrophoneProblem = 'silent' | 'unplugged' | 'insecurePage' | Error

/** What a person reads about a microphone that gives no sound. */
interface MicrophoneError {
  readonly title: string
  readonly advice: string
}

const BY_NAME: Readonly<Record<string, 'blocked' | 'notFound' | 'notReadable'>> = {
  NotAllowedError: 'blocked',
  SecurityError: 'blocked',
  NotFoundError: 'notFound',
  NotReadableError: 'notReadable',
}

/** Explains a problem; errors are those of getUserMedia (https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia). */
export function describeMicrophoneError(problem: MicrophoneProblem): MicrophoneError {
  const kind = problem instanceof Error ? BY_NAME[problem.name] : problem
  if (kind)
    return {
      title: t(`voices:recorder.problems.${kind}.title`),
      advice: t(`voices:recorder.problems.${kind}.advice`),
    }
  const reason = problem instanceof Error ? problem.message : ''
  return {
    title:
      reason === ''
        ? t('voices:recorder.problems.other.title')
        : t('voices:recorder.problems.other.titleBecause', { reason }),
    advice: t('voices:recorder.problems.other.advice'),
  }
}
