import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { Settings } from '#app/settings/settings.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { libraryPlaceOf } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { UsageError } from '#cli/usage-error.ts'
import { AppError } from '#shared/errors.ts'
import { SETTING_SECTIONS } from '#shared/setting-definition.ts'
import type { SettingState } from '#shared/settings.ts'
import { type SettingId, settingOf } from '#shared/settings-list.ts'

const JSON_OPTION = ['--json', 'answer as JSON'] as const
const NAME = ['<NAME>', 'name of a setting, as "griot settings list" shows it'] as const

/** Shows and changes the settings that the studio shows, too. */
export function settings(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('settings', {
    summary: 'show and change the settings of the studio, the API and this command line',
    description:
      'Show and change the settings of the studio, the API and this command line. An open studio shows a change at once; some changes count from the next start of Griot.',
  })
    .addCommand(list(context))
    .addCommand(get(context))
    .addCommand(set(context))
    .addCommand(reset(context))
}

function list(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list every setting with its value, one a line',
    description:
      'List every setting with its value, one a line: name, value, and where the value comes from.',
    examples: ['griot settings list', 'griot settings list --section export'],
  })
    .option('--section <NAME>', `only one section: ${sectionNames()}`)
    .option(...JSON_OPTION)
    .action(({ section, json }) =>
      withSettings(context, ({ view }) => {
        const { settings: all, problem } = view()
        const wanted = all.filter(isIn(section))
        if (problem !== undefined) console.error(problem)
        if (json) console.log(JSON.stringify(wanted.map(described), null, 1))
        else for (const state of wanted) console.log(lineOf(state))
      }),
    )
}

function get(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('get', {
    summary: 'show the value of a setting',
    examples: ['griot settings get export.loudness', 'griot settings get theme --json'],
  })
    .argument(...NAME)
    .option(...JSON_OPTION)
    .action((name, { json }) =>
      withSettings(context, ({ view }, idOf) => {
        const state = stateOf(view().settings, idOf(name))
        console.log(json ? JSON.stringify(described(state)) : state.value)
      }),
    )
}

function set(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('set', {
    summary: 'change a setting',
    examples: [
      'griot settings set export.loudness -23',
      'griot settings set voices.default.yo segun',
      'griot settings set shortcuts.find Mod+Shift+F',
    ],
  })
    .argument(...NAME)
    .argument('<VALUE>', 'its new value; "" is none')
    .option(...JSON_OPTION)
    .action((name, value, { json }) => change(context, name, value, json))
}

function reset(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('reset', {
    summary: 'give a setting its default back, or all of them',
    examples: ['griot settings reset export.loudness', 'griot settings reset --all'],
  })
    .argument('[NAME]', 'name of a setting, as "griot settings list" shows it')
    .option('--all', 'give every setting its default back')
    .option(...JSON_OPTION)
    .action((name, { all = false, json }) => {
      if (name !== undefined && all) throw new UsageError('Give either a name or --all, not both.')
      if (name !== undefined) return change(context, name, null, json)
      if (!all) throw new UsageError('Give the name of a setting, or --all for every one.')
      return withSettings(context, async ({ view, change: store }) => {
        const stored = view().settings.filter((state) => state.stored !== undefined)
        await store(Object.fromEntries(stored.map(({ id }) => [id, null])))
        const count = stored.length === 1 ? '1 setting has' : `${stored.length} settings have`
        if (json) console.log(JSON.stringify(stored.map(({ id }) => id)))
        else console.log(`${count} the default again.`)
      })
    })
}

function change(
  context: CommandContext,
  name: string,
  value: string | null,
  json = false,
): Promise<void> {
  return withSettings(context, async ({ view, change: store }, idOf) => {
    const id = idOf(name)
    const isVoice = settingOf(id).value.kind === 'voice'
    const wanted = isVoice && value?.trim() ? await voiceNamed(context, value) : value
    await store({ [id]: wanted }).catch(asUsageError)
    const state = stateOf(view().settings, id)
    console.log(json ? JSON.stringify(described(state)) : lineOf(state))
    const { environment, effect } = settingOf(id)
    if (state.source === 'environment')
      console.error(`It is stored, but the environment variable ${environment} goes before it.`)
    else if (effect === 'next-start') console.error('It counts from the next start of Griot.')
  })
}

/** Id of the voice that a person names, where everybody or the owner has it. Throws UsageError and AppError('voice/not-found'). */
async function voiceNamed({ environment }: CommandContext, name: string): Promise<string> {
  const [{ findVoice }, { openInstalledVoices }, { readCustomVoices }] = await Promise.all([
    import('#cli/voices-find.ts'),
    import('#cli/installed-voices.ts'),
    import('#app/open-custom-voices.ts'),
  ])
  const packs = await openInstalledVoices(environment)
  const known = await readCustomVoices(libraryPlaceOf(environment))
  try {
    const found = await findVoice(known, name)
    if (found.kind !== 'deleted') return found.voice.id
    throw new AppError('voice/not-found', `The voice "${found.id}" was deleted.`)
  } finally {
    await known.close()
    packs.close()
  }
}

type Use = (settings: Settings, idOf: (name: string) => SettingId) => void | Promise<void>

async function withSettings({ environment }: CommandContext, use: Use): Promise<void> {
  const { openSettings, settingNamed } = await import('#app/settings/settings.ts')
  const { home, given: variables } = environment
  const opened = openSettings({ home, variables })
  try {
    await use(opened, (name) => {
      try {
        return settingNamed(name)
      } catch (error) {
        return asUsageError(error)
      }
    })
  } finally {
    opened.close()
  }
}

/** A wrong name or value is wrong use. */
function asUsageError(error: unknown): never {
  throw error instanceof AppError && error.code === 'settings/invalid'
    ? new UsageError(error.message)
    : error
}

function isIn(section: string | undefined): (state: SettingState) => boolean {
  if (section === undefined) return () => true
  const wanted = SETTING_SECTIONS.find(({ id }) => id === section.toLowerCase())?.id
  if (wanted !== undefined) return ({ id }) => settingOf(id).section === wanted
  throw new UsageError(`--section is one of ${sectionNames()}, not "${section}".`)
}

function sectionNames(): string {
  return SETTING_SECTIONS.map(({ id }) => id).join(', ')
}

function stateOf(states: readonly SettingState[], id: SettingId): SettingState {
  const state = states.find((one) => one.id === id)
  if (state === undefined) throw new Error(`no state of ${id}`)
  return state
}

function lineOf({ id, value, source }: SettingState): string {
  const { emptyWords = 'None', environment } = settingOf(id)
  const words =
    value === '' ? `(${emptyWords.charAt(0).toLowerCase()}${emptyWords.slice(1)})` : value
  const from = source === 'environment' ? `environment: ${environment}` : source
  return [id, words, from].join('\t')
}

function described({ id, value, source, stored }: SettingState): object {
  const { name, description, standard, environment, option, effect } = settingOf(id)
  return {
    ...{ id, name, value, source, stored, default: standard },
    environment,
    option,
    effect,
    description,
  }
}
