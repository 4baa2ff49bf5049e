import { basename } from 'node:path'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { BatchStore } from '#app/batches/open-batch-store.ts'
import type { Batch } from '#batches/batches.ts'
import type { BatchSettings } from '#batches/settings.ts'
import { batchKindOf } from '#cli/batch-lines.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { DATABASE } from '#cli/database-option.ts'
import type { Environment } from '#cli/environment.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import type { BatchPlaces } from '#cli/open-batch-app.ts'
import { oneOf, wholeNumber } from '#cli/option-values.ts'
import { speedOf } from '#cli/sound-options.ts'
import { UsageError } from '#cli/usage-error.ts'
import { OWNER } from '#shared/access.ts'
import { BITRATES, STREAM_FORMATS } from '#shared/formats.ts'
import { SPEED } from '#shared/script.ts'

const ACCOUNT = ['--account <NAME>', 'account whose batches they are', OWNER] as const
const JSON_OPTION = ['--json', 'answer as JSON'] as const
const ID = ['<BATCH>', 'id of a batch, as "griot batch list" shows it'] as const
const BLOBS = [
  '--blobs <PLACE>',
  'store of the bytes of a service: s3://BUCKET?endpoint=URL, or a folder (default: GRIOT_BLOBS, else the data folder)',
] as const
const MOST_GAP = 10

/** Speaks many lines: a file of them, a table, a book. */
export function batch(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('batch', {
    summary: 'speak many lines: a file of them, a table, a book',
    description:
      'Speak many lines: a file of them, a table, a book. What was spoken is never lost: a batch goes on where it was, also after a power cut. Batches of the HTTP API are among them.',
  })
    .addCommand(run(context))
    .addCommand(work(context))
    .addCommand(list(context))
    .addCommand(status(context))
    .addCommand(change(context, 'cancel', 'end a batch; what was spoken becomes its result'))
    .addCommand(change(context, 'pause', 'begin no more lines of a batch'))
    .addCommand(
      change(context, 'resume', 'go on with a batch that was paused, or could not be stored'),
    )
    .addCommand(results(context))
    .addCommand(remove(context))
    .addCommand(dead(context))
    .addCommand(retry(context))
}

function run(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('run', {
    summary: 'speak the lines of a file, and write the results to a folder',
    description:
      'Speak the lines of a file, and write the results to a folder. JSONL has one request a line, as POST /v1/batches takes it. A table (CSV, TSV) has a column "text", and may have "custom_id", "voice", "language", "format" and "speed". A book is text (.txt, .md), of which each paragraph is a line; it becomes one file of sound.',
    examples: [
      'griot batch run lines.jsonl --out spoken',
      'griot batch run prompts.csv --voice sade --format wav',
      'griot batch run book.txt --voice john --format mp3 --title "Things"',
      'griot batch run lines.jsonl --detach',
    ],
  })
    .argument('<FILE>', 'a .jsonl, .csv, .tsv, .txt or .md')
    .option('--voice <VOICE>', 'voice of lines that name none (default: that of their language)')
    .option('--language <LANGUAGE>', 'language of lines that name none (default: detected)')
    .option('--format <FORMAT>', `${STREAM_FORMATS.join(', ')}, of what names none`, 'mp3')
    .option('--bitrate <RATE>', `${BITRATES.join(', ')}, of compressed formats`, '128k')
    .option('--speed <FACTOR>', `${SPEED.min} to ${SPEED.max}, of lines that say none`, '1')
    .option('--joined', 'one file of all lines (default: for a book)')
    .option('--files', 'a file of each line, in a tar (default: for JSONL and tables)')
    .option('--gap <SECONDS>', 'silence behind each line of joined sound', '0.4')
    .option('--title <TITLE>', 'title that joined sound states (default: the name of the file)')
    .option('-o, --out <FOLDER>', 'folder of the results (default: the id of the batch)')
    .option('--detach', 'leave the speaking to a "griot serve" that runs, or comes')
    .option(...JSON_OPTION)
    .option(...DATABASE)
    .option(...BLOBS)
    .action(async (file, options) => {
      const kind = batchKindOf(file)
      if (options.joined && options.files)
        throw new UsageError('Give either --joined or --files, not both.')
      const isJoined = options.joined || (kind === 'book' && !options.files)
      const sound: BatchSettings['sound'] = isJoined ? 'joined' : 'files'
      const order = {
        ...{ file, kind, sound },
        voice: options.voice ?? '',
        language: options.language,
        format: oneOf('format', options.format, STREAM_FORMATS),
        bitrate: oneOf('bitrate', options.bitrate, BITRATES),
        speed: speedOf(options.speed),
        gapSeconds: numberFrom('gap', options.gap, 0, MOST_GAP),
        title: options.title ?? basename(file),
        ...{ out: options.out, detach: options.detach ?? false, json: options.json ?? false },
        places: options,
      } as const
      const { runBatch } = await import('#cli/batch-run.ts')
      context.stopWords = STOPPED
      await runBatch(order, context)
    })
}

const STOPPED =
  'Stopped. What was spoken is kept: "griot batch work" or "griot serve" goes on with the batch, "griot batch cancel" ends it.'

function work({ environment, stop }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('work', {
    summary: 'speak what is left of all batches, without a server',
    examples: ['griot batch work'],
  })
    .option(...DATABASE)
    .option(...BLOBS)
    .action(async (places) => {
      const { workOff } = await import('#cli/batch-run.ts')
      await workOff(environment, places, stop)
    })
}

function list({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list batches, newest first, one a line',
    description: 'List batches, newest first, one a line: id, state, lines that are done, time.',
    examples: ['griot batch list'],
  })
    .option('--limit <N>', 'how many at most', '50')
    .option(...ACCOUNT)
    .option(...JSON_OPTION)
    .option(...DATABASE)
    .option(...BLOBS)
    .action(({ limit, account, json, ...places }) =>
      withStore(environment, places, async (store) => {
        const { batches } = await store.list(account, { limit: wholeNumber('limit', limit) })
        if (json) console.log(JSON.stringify(batches, null, 1))
        else for (const one of batches) console.log(lineOf(one))
      }),
    )
}

function status({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('status', {
    summary: 'show how far a batch is',
    examples: ['griot batch status batch_0123'],
  })
    .argument(...ID)
    .option(...ACCOUNT)
    .option(...JSON_OPTION)
    .option(...DATABASE)
    .option(...BLOBS)
    .action((id, { account, json, ...places }) =>
      withStore(environment, places, async (store) => print(await store.get(account, id), json)),
    )
}

function change(
  { environment }: CommandContext,
  action: 'cancel' | 'pause' | 'resume',
  summary: string,
): CommandUnknownOpts {
  return new GriotCommand(action, { summary, examples: [`griot batch ${action} batch_0123`] })
    .argument(...ID)
    .option(...ACCOUNT)
    .option(...JSON_OPTION)
    .option(...DATABASE)
    .option(...BLOBS)
    .action((id, { account, json, ...places }) =>
      withStore(environment, places, async (store) =>
        print(await store[action](account, id), json),
      ),
    )
}

function results({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('results', {
    summary: 'write the files of a result to a folder',
    examples: ['griot batch results batch_0123 --out spoken'],
  })
    .argument(...ID)
    .option('-o, --out <FOLDER>', 'folder of the results (default: the id of the batch)')
    .option(...ACCOUNT)
    .option(...DATABASE)
    .option(...BLOBS)
    .option(...JSON_OPTION)
    .action((id, { out, account, json, ...places }) =>
      withStore(environment, places, async (store) => {
        const found = await store.get(account, id)
        const paths = await store.copyResults(found, out ?? id)
        if (json) console.log(JSON.stringify({ ...found, paths }, null, 1))
        else for (const path of paths) console.log(path)
      }),
    )
}

function remove({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('delete', {
    summary: 'delete a batch that has ended, with the files of its result',
    description:
      'Delete a batch that has ended, with the files of its result and its dead letters. Files that "griot batch results" has written stay.',
    examples: ['griot batch delete batch_0123'],
  })
    .argument(...ID)
    .option(...ACCOUNT)
    .option(...DATABASE)
    .option(...BLOBS)
    .action((id, { account, ...places }) =>
      withStore(environment, places, async (store) => {
        await store.remove(account, id)
        console.error(`Batch ${id} and its result are deleted.`)
      }),
    )
}

function dead({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('dead', {
    summary: 'list lines that could not be spoken after several attempts',
    description:
      'List lines that could not be spoken after several attempts, one a line: number, custom_id, reason, text.',
    examples: ['griot batch dead batch_0123'],
  })
    .argument(...ID)
    .option('--limit <N>', 'how many at most', '100')
    .option(...ACCOUNT)
    .option(...JSON_OPTION)
    .option(...DATABASE)
    .option(...BLOBS)
    .action((id, { limit, account, json, ...places }) =>
      withStore(environment, places, async (store) => {
        const page = { limit: wholeNumber('limit', limit), after: 0 }
        const letters = await store.dead(account, id, page)
        if (json) console.log(JSON.stringify(letters, null, 1))
        else
          for (const { line, customId, error, text } of letters)
            console.log([line, customId ?? '', error, text ?? ''].join('\t'))
      }),
    )
}

function retry({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('retry', {
    summary: 'try lines again that could not be spoken',
    examples: ['griot batch retry batch_0123', 'griot batch retry batch_0123 --line 7'],
  })
    .argument(...ID)
    .option('--line <N>', 'number of the line (default: all of them)')
    .option(...ACCOUNT)
    .option(...JSON_OPTION)
    .option(...DATABASE)
    .option(...BLOBS)
    .action((id, { line, account, json, ...places }) =>
      withStore(environment, places, async (store) => {
        const number = line === undefined ? undefined : wholeNumber('line', line)
        const { batch: found, retried } = await store.retry(account, id, number)
        print(found, json)
        if (!json) console.error(`${retried} of its lines are tried again. ${NEXT}`)
      }),
    )
}

const NEXT = 'A "griot serve" that runs does it, or "griot batch work".'

async function withStore(
  environment: Environment,
  places: BatchPlaces,
  use: (store: BatchStore) => Promise<void>,
): Promise<void> {
  const { openBatchStore } = await import('#app/batches/open-batch-store.ts')
  const { placesOf } = await import('#cli/open-batch-app.ts')
  const store = await openBatchStore(placesOf(environment, places))
  try {
    await use(store)
  } finally {
    await store.close()
  }
}

function print(found: Batch, json = false): void {
  console.log(json ? JSON.stringify(found, null, 1) : lineOf(found))
  if (!json && found.error !== undefined) console.error(found.error)
}

function lineOf({ id, status: state, lines, progress, createdAt }: Batch): string {
  const { completed, failed, dead: letters } = progress
  const bad = failed + letters > 0 ? `, ${failed + letters} failed` : ''
  return [id, state, `${completed} of ${lines}${bad}`, createdAt].join('\t')
}

function numberFrom(option: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (text.trim() !== '' && number >= least && number <= most) return number
  throw new UsageError(`--${option} is a number from ${least} to ${most}, not "${text}".`)
}
