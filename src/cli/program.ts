import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from './command-context.ts'
import { GriotCommand } from './griot-command.ts'

type Definition = (context: CommandContext) => CommandUnknownOpts

/** All commands, in the order of the help. The file of a command is loaded when that command, or the help, is asked for. */
const COMMANDS = {
  say: async () => (await import('./commands/say.ts')).say,
  listen: async () => (await import('./commands/listen.ts')).listen,
  watch: async () => (await import('./commands/watch.ts')).watch,
  voices: async () => (await import('./commands/voices.ts')).voices,
  batch: async () => (await import('./commands/batch.ts')).batch,
  serve: async () => (await import('./commands/serve.ts')).serve,
  worker: async () => (await import('./commands/worker.ts')).worker,
  mcp: async () => (await import('./commands/mcp.ts')).mcp,
  wyoming: async () => (await import('./commands/wyoming.ts')).wyoming,
  link: async () => (await import('./commands/link.ts')).link,
  browsers: async () => (await import('./commands/browsers.ts')).browsers,
  keys: async () => (await import('./commands/keys.ts')).keys,
  accounts: async () => (await import('./commands/accounts.ts')).accounts,
  projects: async () => (await import('./commands/projects.ts')).projects,
  history: async () => (await import('./commands/history.ts')).history,
  verify: async () => (await import('./commands/verify.ts')).verify,
  provenance: async () => (await import('./commands/provenance.ts')).provenance,
  phonemes: async () => (await import('./commands/phonemes.ts')).phonemes,
  normalize: async () => (await import('./commands/normalize.ts')).normalize,
  dictionary: async () => (await import('./commands/dictionary.ts')).dictionary,
  diacritics: async () => (await import('./commands/diacritics.ts')).diacritics,
  translate: async () => (await import('./commands/translate.ts')).translate,
  'translation-memory': async () =>
    (await import('./commands/translation-memory.ts')).translationMemory,
  detect: async () => (await import('./commands/detect.ts')).detect,
  transcribe: async () => (await import('./commands/transcribe.ts')).transcribe,
  backup: async () => (await import('./commands/backup.ts')).backup,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  restore: async () => (await import('./commands/restore.ts')).restore,
  recover: async () => (await import('./commands/recover.ts')).recover,
  models: async () => (await import('./commands/models.ts')).models,
  settings: async () => (await import('./commands/settings.ts')).settings,
  completion: async () => (await import('./commands/completion.ts')).completion,
  man: async () => (await import('./commands/man.ts')).man,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
} as const satisfies Record<string, () => Promise<Definition>>

type CommandName = keyof typeof COMMANDS

/** Whether `griot` has a command of this name. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name)
}

const NOTES = `Environment variables, which go before the settings of "griot settings":
  GRIOT_HOME               data folder
  GRIOT_PORT               port of "griot serve"
  GRIOT_API_KEY            API key that is accepted besides the stored ones
  GRIOT_DATABASE, GRIOT_BLOBS
                           as --database and --blobs of "griot serve"
  GRIOT_REDIS              as --redis of "griot serve" and "griot worker"
  GRIOT_CLUSTER_SECRET     secret that all nodes and workers of a service share
  GRIOT_CLUSTER_CA         as --cluster-ca of "griot serve"
  GRIOT_OPEN_DISCOVERY     on: as --open-discovery of "griot serve"
  GRIOT_LOG_LEVEL, GRIOT_LOG_TO
                           as --log-level and --log-to of "griot serve"
  OTEL_EXPORTER_OTLP_ENDPOINT
                           collector to which "griot serve" sends traces
                           (OTLP over HTTP; default: none are made)
  GRIOT_JWT_ALGORITHM, GRIOT_JWT_KEY_FILE, GRIOT_JWT_ISSUER, GRIOT_JWT_AUDIENCE,
  GRIOT_JWT_MAX_AGE
                           as the --jwt options of "griot serve"
  GRIOT_SIGNING_KEY_FILE, GRIOT_SIGNING_CHAIN_FILE
                           as the --signing options of "griot serve"; also for
                           "griot say"
  GRIOT_TRANSLATE_URL, GRIOT_TRANSLATE_KIND, GRIOT_TRANSLATE_MODEL,
  GRIOT_TRANSLATE_ORDER, GRIOT_TRANSCRIBE_URL, GRIOT_TRANSCRIBE_MODEL
                           as the options of "griot serve" with these names
  GRIOT_TRANSLATE_KEY, GRIOT_TRANSCRIBE_KEY
                           keys of these servers, if they need them
  GRIOT_MODELS_MIRROR      as --mirror of "griot models install"
  GRIOT_PACKS_CATALOG      folder with another catalog of packs than Griot's
  GRIOT_COMMERCIAL_ONLY    on: only models that may be used commercially
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                           proxies for downloads of packs
  GRIOT_BACKUP_PASSPHRASE  passphrase of encrypted backups
  FFMPEG_PATH              ffmpeg to use
  BROWSER                  browser that "griot serve --open" uses

Exit codes: 0 done, 1 failed, 2 wrong use, 130 stopped with Ctrl-C`

/** Builds the command line with the commands of these names; left out: with all of them. */
export async function loadProgram(
  context: CommandContext,
  names: readonly CommandName[] = Object.keys(COMMANDS).filter(isCommandName),
): Promise<CommandUnknownOpts> {
  const program = new GriotCommand('griot', {
    summary: 'a voice studio on the command line',
    notes: NOTES,
  }).version(context.environment.version, '-v, --version', 'show the version')
  for (const name of names) program.addCommand((await COMMANDS[name]())(context))
  return program
}
