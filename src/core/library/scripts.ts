import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { Script } from '#shared/script.ts'
import type { Database } from './database.ts'

export interface Scripts {
  /** The script as it was last saved, or the ready one of the first run. */
  load(): Script
  save(script: Script): void
}

const Row = z.object({ body: z.string() })

/** The one current script. `ready` is what a person finds at the first start. */
export function createScripts(
  database: Database,
  { ready, now }: { readonly ready: Script; readonly now: () => Date },
): Scripts {
  return {
    load: () => {
      const [row] = z.array(Row).parse(database.all('SELECT body FROM current_script'))
      return row ? parse(row.body) : ready
    },
    save: (script) => {
      database.run(
        `INSERT INTO current_script (id, body, saved_at) VALUES (1, ?, ?)
         ON CONFLICT (id) DO UPDATE SET body = excluded.body, saved_at = excluded.saved_at`,
        JSON.stringify(script),
        now().toISOString(),
      )
    },
  }
}

function parse(body: string): Script {
  const script = z
    .string()
    .transform((text) => JSON.parse(text))
    .pipe(Script)
  try {
    return script.parse(body)
  } catch (error) {
    throw new AppError(
      'storage/failed',
      'The saved script cannot be read: the library was changed by another program. Restore a backup of the data folder, or save a new script to replace it.',
      error,
    )
  }
}
