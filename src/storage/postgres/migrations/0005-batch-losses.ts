import type { PostgresMigration } from '#storage/postgres/migration.ts'

/** What programs that ended had in work, as in storage/db/migrations/0022-batch-losses.ts. */
export const batchLosses: PostgresMigration = {
  name: '0005-batch-losses',
  readableFrom: 1,
  sql: `
    ALTER TABLE batch_chunks ADD COLUMN unanswered TEXT COLLATE "C";
    ALTER TABLE batch_chunks ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE batch_chunks ADD COLUMN lost_alone INTEGER NOT NULL DEFAULT 0;
  `,
}
