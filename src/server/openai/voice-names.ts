/**
 * Who speaks where a tool names one of OpenAI's voices: system voices for English that are as near as there is, by what
 * OpenAI says of its own.
 */
export const OPENAI_VOICES: Readonly<Record<string, string>> = {
  alloy: 'lucy',
  ash: 'jude',
  ballad: 'henry',
  cedar: 'kingsley',
  coral: 'remi',
  echo: 'john',
  fable: 'jude',
  marin: 'lina',
  nova: 'lina',
  onyx: 'henry',
  sage: 'kani',
  shimmer: 'kani',
  verse: 'kingsley',
}

/** The voice that a name of OpenAI's stands for; every other name as it is. */
export function resolveVoiceName(name: string): string {
  const known = name.trim().toLowerCase()
  return Object.hasOwn(OPENAI_VOICES, known) ? (OPENAI_VOICES[known] ?? name) : name
}
