/** The words of a voice's transcript that do not fit its recording, where others do. */
export const voiceMisfits = {
  name: '0019-voice-misfits',
  sql: `ALTER TABLE voices ADD COLUMN misfit TEXT;`,
} as const
