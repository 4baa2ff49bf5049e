/** Why a microphone gives no sound, with advice for the user. */
export interface MicrophoneError {
  readonly title: string
  readonly advice: string
}

/** Error for a microphone that sends only zeros. */
export const SILENT: MicrophoneError = {
  title: 'The microphone sends no sound.',
  advice:
    'Check its mute switch and the privacy settings of the system, or choose another microphone. Until then, nothing that you say is recorded.',
}

/** Error for a microphone that was disconnected during use. */
export const UNPLUGGED: MicrophoneError = {
  title: 'The microphone was disconnected.',
  advice: 'What was recorded until then is kept. Reconnect it or choose another one.',
}

/** Error for a page that is not in a secure context, to which browsers give no microphone. */
export const INSECURE_PAGE: MicrophoneError = {
  title: 'The browser does not let this page use a microphone.',
  advice:
    'Browsers allow it only on this computer or over HTTPS. Open the studio on the computer where Griot runs, or drop a recording here instead.',
}

const BY_NAME: Readonly<Record<string, MicrophoneError>> = {
  NotAllowedError: {
    title: 'The microphone is blocked for Griot.',
    advice:
      'In a browser, click the icon next to the address and allow the microphone. On the desktop, allow it in the privacy settings of the system. Then try again. You can also drop a recording here.',
  },
  NotFoundError: {
    title: 'No microphone was found.',
    advice: 'Connect one and try again, or drop a recording here.',
  },
  NotReadableError: {
    title: 'The microphone cannot be opened.',
    advice: 'Another program may be using it. Close that one, or choose another microphone.',
  },
}

/** Explains an error of getUserMedia (https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia). */
export function describeMicrophoneError(error: unknown): MicrophoneError {
  const name = error instanceof Error ? error.name : ''
  const known = BY_NAME[name === 'SecurityError' ? 'NotAllowedError' : name]
  if (known) return known
  const advice = 'Choose another microphone and try again, or drop a recording here.'
  const reason = error instanceof Error && error.message !== '' ? ` (${error.message})` : ''
  return { title: `The microphone could not be opened${reason}.`, advice }
}
