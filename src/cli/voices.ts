import type { Environment } from './environment.ts'
import { parseCommand, UsageError } from './help.ts'
import { createVoice } from './voices-create.ts'
import { deleteVoice } from './voices-delete.ts'
import { listVoices } from './voices-list.ts'
import { type Given, OPTIONS, type Option } from './voices-options.ts'
import { sampleVoice } from './voices-sample.ts'
import { showVoice } from './voices-show.ts'

/** Answers its exit code. `voice`: what stands behind the action, empty where it takes nothing. */
type Action = (
  voice: string,
  given: Given,
  environment: Environment,
  stop: AbortSignal,
) => Promise<number>

interface Use {
  readonly takes: readonly Option[]
  readonly isOfOne: boolean
  readonly run: Action
}

const ACTIONS: Readonly<Record<string, Use>> = {
  list: { takes: ['language', 'own', 'system', 'json'], isOfOne: false, run: listVoices },
  show: { takes: ['json'], isOfOne: true, run: showVoice },
  create: {
    takes: ['audio', 'transcript', 'name', 'language', 'consent', 'json'],
    isOfOne: false,
    run: createVoice,
  },
  delete: { takes: ['yes', 'json'], isOfOne: true, run: deleteVoice },
  sample: { takes: ['out', 'format', 'bitrate'], isOfOne: true, run: sampleVoice },
}

/** Look at voices and hear them, make and delete one's own, also while a server runs: what changes counts there at once. */
export async function voices(
  args: readonly string[],
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseCommand(args, OPTIONS)
  const [name = '', ...rest] = positionals
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!action)
    throw new UsageError(`Say what to do: griot voices ${Object.keys(ACTIONS).join(' | ')}.`)
  checkUse(name, action, values, rest)
  return action.run(rest[0] ?? '', values, environment, stop)
}

function checkUse(name: string, { takes, isOfOne }: Use, values: Given, rest: readonly string[]) {
  if (rest.length !== (isOfOne ? 1 : 0))
    throw new UsageError(
      `griot voices ${name} takes ${isOfOne ? 'one voice: its id, or its name in quotes' : 'options only'}.`,
    )
  for (const option of Object.keys(OPTIONS) as Option[])
    if (!takes.includes(option) && values[option] !== undefined && values[option] !== false)
      throw new UsageError(`griot voices ${name} takes no --${option}.`)
}
