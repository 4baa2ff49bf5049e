import { resolve } from 'node:path'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { detailLines, summaryLine, tableLines } from '#cli/models-lines.ts'
import type { PackStore } from '#packs/store.ts'
import { AppError } from '#shared/errors.ts'
import type { PackDetails } from '#shared/packs.ts'

const JSON_OPTION = ['--json', 'answer as JSON'] as const
const ACCEPT_OPTION = [
  '--accept-licence <LICENCE>',
  'SPDX identifier of the licence that you have read and accept, such as Apache-2.0',
] as const

/** Lists, installs, checks and removes packs of models. */
export function models(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('models', {
    summary: 'list, install, check and remove packs of models',
    description:
      'List, install, check and remove packs: models from elsewhere for transcription, translation and speech. Nothing is downloaded unless you ask for it.',
  })
    .addCommand(list(context))
    .addCommand(show(context))
    .addCommand(install(context))
    .addCommand(remove(context))
    .addCommand(verify(context))
    .addCommand(importFolder(context))
}

function list(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list the packs, one a line',
    description:
      'List the packs, one a line: id, task, languages, size of the download, licence, commercial use, state. Into a file or a pipe, with tabs between them.',
    examples: ['griot models list'],
  })
    .option(...JSON_OPTION)
    .action(async ({ json }) => {
      const { summaryOf } = await import('#packs/summaries.ts')
      const packs = (await (await storeOf(context)).list()).map((state) => summaryOf(state))
      if (json) console.log(JSON.stringify(packs, null, 1))
      else if (process.stdout.isTTY) for (const line of tableLines(packs)) console.log(line)
      else for (const pack of packs) console.log(summaryLine(pack))
    })
}

function show(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('show', {
    summary: 'show one pack: what it improves, size, licence, figures, files',
    examples: ['griot models show kokoro-82m', 'griot models show nllb-600m --licence'],
  })
    .argument('<ID>', 'a pack, as "griot models list" shows it')
    .option('--licence', 'show the whole text of its licence, and nothing else')
    .option(...JSON_OPTION)
    .action(async (id, { licence, json }) => {
      const pack = await detailsFrom(await storeOf(context), id)
      if (json) console.log(JSON.stringify(pack, null, 1))
      else if (licence) console.log(pack.licenceText.trimEnd())
      else for (const line of detailLines(pack)) console.log(line)
    })
}

async function detailsFrom(store: PackStore, id: string): Promise<PackDetails> {
  const { detailsOf } = await import('#packs/summaries.ts')
  return detailsOf(await store.find(id), await store.licenceText(id))
}

function install(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('install', {
    summary: 'download a pack, check every byte, and install it',
    description:
      'Download a pack, check every byte, and install it. A download that was stopped or cut goes on where it was. Its licence has to be accepted once.',
    examples: [
      'griot models install kokoro-82m',
      'griot models install kokoro-82m --accept-licence Apache-2.0 --mirror https://mirror.example/hub',
    ],
  })
    .argument('<ID>', 'a pack, as "griot models list" shows it')
    .option(...ACCEPT_OPTION)
    .option(
      '--mirror <URL>',
      'address that stands for that of the hub: what follows the host name there follows this one (default: GRIOT_MODELS_MIRROR, else the hub itself)',
    )
    .action(async (id, { acceptLicence: licence, mirror }) => {
      const store = await storeOf(context, mirror)
      const { acceptLicence } = await import('#cli/accept-licence.ts')
      await acceptLicence(store, id, licence, context.stop)
      context.stopWords = `Stopped. What has arrived is kept: "griot models install ${id}" goes on from there.`
      await withBar((onProgress) => store.install(id, onProgress, context.stop))
      const { pack } = await store.find(id)
      console.log(`${pack.name} is installed.`)
    })
}

function remove(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('remove', {
    summary: 'delete a pack, or what was downloaded of it',
    examples: ['griot models remove kokoro-82m'],
  })
    .argument('<ID>', 'a pack, as "griot models list" shows it')
    .action(async (id) => {
      const store = await storeOf(context)
      const { pack, state } = await store.find(id)
      await store.remove(id)
      console.log(
        state === 'absent'
          ? `Nothing of ${pack.name} was there.`
          : `${pack.name} was removed. Its licence has to be accepted again for a new installation.`,
      )
    })
}

function verify(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('verify', {
    summary: 'compare every byte of installed packs with their SHA-256',
    description:
      'Compare every byte of installed packs with their SHA-256. The exit code is 1 where one is damaged.',
    examples: ['griot models verify', 'griot models verify kokoro-82m'],
  })
    .argument('[ID]', 'a pack (default: all that are installed)')
    .option('--json', 'answer as JSON')
    .action(async (id, { json }) => {
      const store = await storeOf(context)
      const ids = id === undefined ? await installedIn(store) : [id]
      if (ids.length === 0 && !json) console.log('No pack is installed.')
      const found: CheckedPack[] = []
      for (const each of ids) {
        const checked = { id: each, problem: await problemOf(context, store, each) }
        found.push(checked)
        if (!json) console.log(`${each}: ${checked.problem ?? 'every byte is right.'}`)
      }
      if (found.some(({ problem }) => problem !== undefined)) context.exitCode = 1
      if (json) console.log(JSON.stringify(found, null, 1))
    })
}

interface CheckedPack {
  readonly id: string
  readonly problem: string | undefined
}

/** What is wrong with an installed pack once every byte was compared, and how to mend it; undefined: nothing. */
async function problemOf(
  context: CommandContext,
  store: PackStore,
  id: string,
): Promise<string | undefined> {
  const { installCommand } = await import('#packs/pack-entry.ts')
  try {
    const wrong = await withBar((onProgress) => store.verify(id, onProgress, context.stop))
    if (wrong.length === 0) return undefined
    const again = installCommand((await store.find(id)).pack)
    return `missing or changed: ${wrong.join(', ')}. Install it again: ${again}`
  } catch (error) {
    // A record that cannot be read is the fault of this pack alone.
    if (error instanceof AppError && error.code === 'pack/damaged') return error.message
    throw error
  }
}

async function installedIn(store: PackStore): Promise<readonly string[]> {
  const there = (await store.list()).filter(
    ({ state }) => state === 'installed' || state === 'damaged',
  )
  return there.map(({ pack }) => pack.id)
}

function importFolder(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('import', {
    summary: 'install a pack from a folder that holds its files',
    description:
      'Install a pack from a folder that holds its files, by their names and anywhere in it. On the same disk they take no second space. Of files that the catalog does not know, the SHA-256 is recorded and shown.',
    examples: [
      'griot models import ~/Downloads/kokoro --accept-licence Apache-2.0',
      'griot models import ~/models/mms --pack mms-tts-yor',
    ],
  })
    .argument('<FOLDER>', 'folder with the files of one pack')
    .option(
      '--pack <ID>',
      'the pack that it holds (default: the only one whose files are all there)',
    )
    .option(...ACCEPT_OPTION)
    .action(async (folder, { pack, acceptLicence: licence }) => {
      const store = await storeOf(context)
      const path = resolve(folder)
      const id = pack ?? (await store.packIn(path, context.stop))
      const { acceptLicence } = await import('#cli/accept-licence.ts')
      await acceptLicence(store, id, licence, context.stop)
      await store.import(path, id, context.stop)
      const details = await detailsFrom(store, id)
      console.log(`${details.name} is installed.`)
      const unknown = details.files.filter(({ knownFrom }) => knownFrom === 'first-use')
      if (unknown.length > 0)
        console.log('The catalog knows no SHA-256 of these files; theirs was recorded:')
      for (const { name, sha256 } of unknown) console.log(`${sha256}  ${name}`)
    })
}

async function storeOf({ environment }: CommandContext, mirror?: string): Promise<PackStore> {
  const [{ openPackStore }, { mirrorOf, packSettingsOf }] = await Promise.all([
    import('#packs/packs.ts'),
    import('#packs/pack-settings.ts'),
  ])
  const { home, resources, variables } = environment
  const settings = packSettingsOf(variables)
  return openPackStore({
    ...{ home, resources, now: () => new Date() },
    settings: { ...settings, mirror: mirrorOf(mirror, '--mirror') ?? settings.mirror },
  })
}

type ShowProgress = Parameters<PackStore['install']>[1]

async function withBar<T>(work: (onProgress: ShowProgress) => Promise<T>): Promise<T> {
  const { createDownloadBar } = await import('#cli/download-bar.ts')
  const bar = createDownloadBar(process.stderr)
  try {
    return await work(bar.show)
  } finally {
    bar.clear()
  }
}
