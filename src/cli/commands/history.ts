import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { LibraryPlace } from '#app/open-service.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { libraryPlaceOf } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { wholeNumber } from '#cli/option-values.ts'
import type { HistoryReader } from '#history/history.ts'
import type { HistoryEntry, Measured } from '#shared/history.ts'

/** Shows and clears what was spoken, and what it says about this computer. */
export function history(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('history', {
    summary: 'show what was spoken, and how quick this computer is',
    description:
      'Show what the studio and the API have spoken, and how quick this computer is. Everything stays in the data folder.',
  })
    .addCommand(list(context), { isDefault: true })
    .addCommand(measured(context))
    .addCommand(clear(context))
}

function list({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list what was spoken, newest first, one a line',
    description:
      'List what was spoken, newest first, one a line: time, source, voice, language, seconds, beginning of the text.',
    examples: ['griot history list', 'griot history list --search oko --json'],
  })
    .option('--search <WORDS>', 'only with these words; marks do not count')
    .option('--limit <N>', 'how many at most', '100')
    .option('--json', 'answer as JSON')
    .action(({ search, limit, json }) => {
      const most = wholeNumber('limit', limit)
      return withHistory(libraryPlaceOf(environment), async (reader) => {
        const { entries } = await reader.list({ limit: most, search })
        if (json) console.log(JSON.stringify(entries, null, 1))
        else for (const entry of entries) console.log(lineOf(entry))
      })
    })
}

function measured({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('measured', {
    summary: 'show how quick speech is on this computer, engine by engine',
    examples: ['griot history measured', 'griot history measured --json'],
  })
    .option('--json', 'answer as JSON')
    .action(({ json }) =>
      withHistory(libraryPlaceOf(environment), async (reader) => {
        const found = await reader.measured()
        if (json) console.log(JSON.stringify(found, null, 1))
        else for (const one of found) console.log(measuredLine(one))
      }),
    )
}

function clear({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('clear', {
    summary: 'forget what was spoken',
    examples: ['griot history clear'],
  })
    .option('--json', 'answer as JSON')
    .action(({ json }) =>
      withHistory(libraryPlaceOf(environment), async (reader) => {
        const cleared = await reader.clear()
        console.log(json ? JSON.stringify({ cleared }) : `Forgot ${cleared}.`)
      }),
    )
}

async function withHistory(
  place: LibraryPlace,
  use: (reader: HistoryReader) => Promise<void>,
): Promise<void> {
  const { openHistory } = await import('#app/open-library.ts')
  const reader = await openHistory(place)
  try {
    await use(reader)
  } finally {
    await reader.close()
  }
}

function lineOf({ at, source, keyName, voice, language, seconds, text }: HistoryEntry): string {
  const from = keyName === undefined ? source : `${source} (${keyName})`
  const oneLine = text.replaceAll(/\s+/g, ' ')
  return [at, from, voice, language, `${seconds.toFixed(1)} s`, oneLine].join('\t')
}

function measuredLine({ engine, takes, ...figures }: Measured): string {
  const { firstSoundMs, realTimeFactor, memoryBytes } = figures
  const factor = realTimeFactor
    ? `${realTimeFactor.median.toFixed(3)} (95 %: ${realTimeFactor.p95.toFixed(3)})`
    : 'not known'
  const first = `${Math.round(firstSoundMs.median)} ms (95 %: ${Math.round(firstSoundMs.p95)} ms)`
  const memory = `${Math.round(memoryBytes.median / 1e6)} MB`
  return [
    engine,
    `${takes} takes`,
    `real-time factor ${factor}`,
    `first sound ${first}`,
    memory,
  ].join('\t')
}
