/**
 * How often a program ended while it had a chunk in work (`lost`), and how often nothing else was in work then (`lost_alone`).
 * `unanswered`: 'alone' or 'beside' others from the beginning of an attempt until it has an answer. The `lease_owner` of a batch
 * whose lines are still being read is the process that reads them.
 */
export const batchLosses = {
  name: '0022-batch-losses',
  sql: `
    ALTER TABLE batch_chunks ADD COLUMN unanswered TEXT;
    ALTER TABLE batch_chunks ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE batch_chunks ADD COLUMN lost_alone INTEGER NOT NULL DEFAULT 0;
  `,
} as const
