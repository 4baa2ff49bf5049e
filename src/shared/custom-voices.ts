/** Limits of a recording and its transcript from which a voice is made. */
export const CUSTOM_VOICE_LIMITS = {
  /** Per account. */
  voices: 100,
  seconds: { min: 2, max: 30 },
  bytes: 10 * 1024 * 1024,
  /** Characters. */
  transcript: 2_000,
  name: 120,
} as const

/** Statement that whoever makes a voice agrees to, word for word; it is stored with the voice. */
export const CONSENT_STATEMENT =
  'The person who is heard in this recording agrees that Griot makes a voice from it and speaks any text with that voice.'

/** The only purpose for which the recording is used. */
export const CONSENT_PURPOSE = 'speech synthesis with the voice of the recorded person'

/** Faults of a recording that can be used all the same, with advice. */
export const RECORDING_WARNINGS = {
  words:
    'The words of the transcript could not be followed in the recording, so the voice was made from its sound alone. If the transcript is not exactly what is said, make the voice again with the right one.',
  'missing-words':
    'Some of what is said seems to be missing from the transcript. If so, make the voice again with every word.',
  'extra-words':
    'The transcript seems to have words that are not said, or the recording was cut off. If so, make the voice again with exactly what is said.',
  'some-words':
    'A part of the transcript does not seem to be what is said there. If so, make the voice again with exactly what is said.',
  language:
    'The transcript seems to be in another language than the one that was named. If so, make the voice again and name the right one.',
  speakers:
    'More than one person seems to speak in the recording, so the voice may be a mixture. If so, make the voice again of one in which one person speaks alone.',
  music:
    'Music is heard in the recording, and some of it goes into the voice. A recording without it makes a better one.',
  telephone:
    'The recording holds no sound above 4 kHz, as on the telephone, so the voice is duller than its speaker. A recording by a microphone makes a better one.',
} as const
export type RecordingWarning = keyof typeof RECORDING_WARNINGS

/** Warnings that are about words of the transcript. */
const ABOUT_WORDS: ReadonlySet<RecordingWarning> = new Set([
  'missing-words',
  'extra-words',
  'some-words',
])

/** A warning in words, with the words of the transcript that do not fit (`misfit`), where they are known and it is about them. */
export function warningText(warning: RecordingWarning, misfit: string | undefined): string {
  const text = RECORDING_WARNINGS[warning]
  if (misfit === undefined || !ABOUT_WORDS.has(warning)) return text
  return `${text} Look at “${misfit}”.`
}

/** Whether a voice id is one of a custom voice: `voice_` and 32 hexadecimal digits, in any letter case. */
export function isCustomVoiceId(id: string): boolean {
  return /^voice_[\da-f]{32}$/i.test(id)
}
