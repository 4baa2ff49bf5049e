/**
 * The engine that speaks with a custom voice and alone understands its `traits`. The voices of before were all made by
 * the engine "flite".
 */
export const voiceEngines = {
  name: '0015-voice-engines',
  sql: `ALTER TABLE voices ADD COLUMN engine TEXT NOT NULL DEFAULT 'flite';`,
} as const
