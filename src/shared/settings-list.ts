import { z } from 'zod'
import { unknownFields } from './export-names.ts'
import { DIVISIONS, LOUDNESS_TARGETS, NAME_TEMPLATES, TRUE_PEAK } from './export-order.ts'
import { BITRATES, EXPORT_FORMATS } from './formats.ts'
import { INTERFACE_LANGUAGES } from './interface-languages.ts'
import { LANGUAGES, type LanguageCode } from './languages/languages.ts'
import type { Definition, SettingChoice } from './setting-definition.ts'
import { SHORTCUTS, type ShortcutId } from './shortcuts.ts'
import { SIGNING_SETTINGS } from './signing-settings.ts'

const list = (values: readonly (string | number)[]): readonly SettingChoice[] =>
  values.map((value) => ({ value: String(value), label: String(value) }))

function addressProblem(text: string): string | undefined {
  const isAddress = z.url({ protocol: /^https?$/ }).safeParse(text).success
  return isAddress ? undefined : 'is an address that begins with https:// or http://'
}

function folderProblem(text: string): string | undefined {
  const isWhole = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/u.test(text)
  return isWhole ? undefined : 'is the whole path of a folder, such as /home/ada/Radio'
}

function templateProblem(text: string): string | undefined {
  const [unknown] = unknownFields(text)
  return unknown === undefined ? undefined : `has no field {${unknown}}`
}

const nextStart = { effect: 'next-start' } as const
const now = { effect: 'now' } as const
const text = { kind: 'text' } as const
const address = { kind: 'text', check: addressProblem } as const
const NONE = { standard: '', emptyWords: 'None' } as const

const TEMPLATES = {
  whole: 'File name of one file',
  chapters: 'File names, one per chapter',
  lines: 'File names, one per line',
} as const

const DEFINITIONS = {
  language: {
    ...{ section: 'look', name: 'Language', standard: 'auto', ...now },
    description: 'Language of the studio. What is not translated yet is shown in English.',
    value: {
      kind: 'choice',
      choices: [
        { value: 'auto', label: 'As the system' },
        ...INTERFACE_LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
      ],
    },
  },
  theme: {
    ...{ section: 'look', name: 'Theme', standard: 'auto', ...now },
    description: 'Colours of the studio.',
    value: {
      kind: 'choice',
      choices: [
        { value: 'auto', label: 'As the system' },
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
      ],
    },
  },
  contrast: {
    ...{ section: 'look', name: 'Contrast', standard: 'auto', ...now },
    description: 'How clearly colours stand out from each other.',
    value: {
      kind: 'choice',
      choices: [
        { value: 'auto', label: 'As the system' },
        { value: 'normal', label: 'Normal' },
        { value: 'more', label: 'High' },
      ],
    },
  },
  'voices.default': {
    ...{ section: 'voices', name: 'Voice of a first line', value: { kind: 'voice' }, ...now },
    ...{ standard: '', emptyWords: 'The first of the list' },
    description:
      'The voice of the first line of a script, and of "griot say". A line below another one has the voice of that line.',
  },
  ...each(
    LANGUAGES.map(({ code }) => code),
    (code) => `voices.default.${code}` as const,
    (code): Definition => ({
      ...{ section: 'voices', name: `Voice for ${languageName(code)}`, ...now },
      ...{ value: { kind: 'voice' }, standard: '', emptyWords: 'As Griot chooses' },
      description: `The voice of a first line in a script that is in ${languageName(code)}, and of requests to the API and of "griot say" that name the language and no voice.`,
    }),
  ),
  'export.formats': {
    ...{ section: 'export', name: 'Formats', standard: 'mp3', ...now },
    description: 'Formats that the export dialog begins with. Each export stores its own choice.',
    value: { kind: 'list', choices: list(EXPORT_FORMATS) },
  },
  'export.bitrate': {
    ...{ section: 'export', name: 'Bitrate', standard: '128k', ...now },
    description: 'Bitrate of compressed formats, in bits a second.',
    value: { kind: 'choice', choices: list(BITRATES) },
  },
  'export.division': {
    ...{ section: 'export', name: 'Files', standard: 'whole', ...now },
    description: 'How a script becomes files.',
    value: {
      kind: 'choice',
      choices: [
        { value: 'whole', label: 'One file' },
        { value: 'chapters', label: 'One per chapter' },
        { value: 'lines', label: 'One per line' },
      ],
    },
  },
  'export.kept-days': {
    ...{ section: 'export', name: 'Keep exports', standard: '30', ...now },
    value: { kind: 'number', min: 1, max: 36_500, isWhole: true, unit: 'days' },
    description:
      'How long the Files screen keeps what a browser has exported. Files that the desktop program has saved stay where they are.',
  },
  'export.kept-size': {
    ...{ section: 'export', name: 'Room for exports', value: { kind: 'size' }, ...now },
    standard: '5GB',
    description:
      'Size of all exports that the Files screen keeps for browsers. The oldest go when there are more.',
  },
  'export.loudness': {
    ...{ section: 'export', name: 'Loudness', standard: 'as-spoken', ...now },
    description: 'Loudness of exported sound in LUFS (EBU R128).',
    value: {
      kind: 'choice',
      choices: [
        { value: 'as-spoken', label: 'As spoken' },
        ...LOUDNESS_TARGETS.map((target) => ({
          value: String(target),
          label: `${target === -16 ? '−16 podcast' : '−23 broadcast'}`,
        })),
      ],
    },
  },
  'export.true-peak': {
    ...{ section: 'export', name: 'Highest true peak', standard: String(TRUE_PEAK.usual), ...now },
    description: 'No peak of a sound that is brought to a loudness is higher than this.',
    value: { ...{ kind: 'number', isWhole: false, unit: 'dBTP' }, ...TRUE_PEAK },
  },
  ...each(
    DIVISIONS,
    (division) => `export.name.${division}` as const,
    (division): Definition => ({
      ...{ section: 'export', name: TEMPLATES[division], standard: NAME_TEMPLATES[division] },
      description: 'A template: {title} {number} {chapter} {voice} {language} {text} {date}.',
      ...{ value: { kind: 'text', check: templateProblem }, ...now },
    }),
  ),
  ...SIGNING_SETTINGS,
  'providers.translate-url': {
    ...{ section: 'providers', name: 'Translation server', value: address, ...NONE, ...nextStart },
    ...{ environment: 'GRIOT_TRANSLATE_URL', option: '--translate-url' },
    description:
      'A server that translates: LibreTranslate, or one that answers chats, whose address ends in /v1. Its key, if it needs one, comes from the environment variable GRIOT_TRANSLATE_KEY alone.',
  },
  'providers.translate-kind': {
    ...{ section: 'providers', name: 'Kind of the translation server', standard: '', ...nextStart },
    ...{ environment: 'GRIOT_TRANSLATE_KIND', option: '--translate-kind' },
    description: 'How Griot asks the translation server.',
    value: {
      kind: 'choice',
      choices: [
        { value: '', label: 'By its address' },
        { value: 'openai', label: 'As OpenAI’s (chats)' },
        { value: 'libretranslate', label: 'LibreTranslate' },
      ],
    },
  },
  'providers.translate-model': {
    ...{ section: 'providers', name: 'Model of the translation server', value: text },
    ...{ ...NONE, ...nextStart },
    ...{ environment: 'GRIOT_TRANSLATE_MODEL', option: '--translate-model' },
    description: 'Name of the model at a translation server that answers chats.',
  },
  'providers.translate-order': {
    ...{ section: 'providers', name: 'Order of the translators', ...nextStart },
    ...{ environment: 'GRIOT_TRANSLATE_ORDER', option: '--translate-order' },
    standard: 'endpoint,pack,built-in',
    description:
      'Which translators are asked, the first one first: the server (endpoint), packs, and what comes with Griot (built-in).',
    value: { kind: 'list', choices: list(['endpoint', 'pack', 'built-in']) },
  },
  'providers.transcribe-url': {
    ...{ section: 'providers', name: 'Transcription server', value: address },
    ...{ ...NONE, ...nextStart },
    ...{ environment: 'GRIOT_TRANSCRIBE_URL', option: '--transcribe-url' },
    description:
      'A server that transcribes as OpenAI’s does, where no pack is installed. Its key, if it needs one, comes from the environment variable GRIOT_TRANSCRIBE_KEY alone.',
  },
  'providers.transcribe-model': {
    ...{ section: 'providers', name: 'Model of the transcription server', value: text },
    ...{ standard: '', emptyWords: 'whisper-1', ...nextStart },
    ...{ environment: 'GRIOT_TRANSCRIBE_MODEL', option: '--transcribe-model' },
    description: 'Name of the model at the transcription server.',
  },
  'models.commercial-only': {
    ...{ section: 'models', name: 'Only what may be used commercially', standard: 'off' },
    ...{ environment: 'GRIOT_COMMERCIAL_ONLY', option: '--commercial-only', ...nextStart },
    description:
      'Turns off every model whose licence does not allow commercial use: the built-in translator, the recognition of languages beyond letters and frequent words, most marks of Yoruba, and such packs.',
    value: {
      kind: 'choice',
      choices: [
        { value: 'off', label: 'Off' },
        { value: 'on', label: 'On' },
      ],
    },
  },
  'models.mirror': {
    ...{ section: 'models', name: 'Mirror', value: address, ...NONE, ...nextStart },
    environment: 'GRIOT_MODELS_MIRROR',
    description: 'Another server from which packs are downloaded.',
  },
  'models.catalog': {
    ...{ section: 'models', name: 'Folder of the catalog', value: text, ...nextStart },
    ...{ standard: '', emptyWords: 'The one that comes with Griot' },
    ...{ environment: 'GRIOT_PACKS_CATALOG', isLocal: true },
    description: 'A folder with another catalog of packs than Griot’s.',
  },
  'folders.projects': {
    ...{ section: 'folders', name: 'New projects', standard: '', ...now, isLocal: true },
    value: { kind: 'text', check: folderProblem },
    emptyWords: 'The folder “projects” of the data folder',
    description:
      'The folder in which new projects are made. Those that there are stay where they are.',
  },
  'folders.exports': {
    ...{ section: 'folders', name: 'Exports', standard: '', ...now, isLocal: true },
    value: { kind: 'text', check: folderProblem },
    emptyWords: 'Asks each time',
    description:
      'The folder into which the desktop program saves exports. Without one, it asks each time.',
  },
  'folders.ffmpeg': {
    ...{ section: 'folders', name: 'ffmpeg', value: text, ...nextStart },
    ...{ standard: '', emptyWords: 'The newest that is found', environment: 'FFMPEG_PATH' },
    isLocal: true,
    description: 'The ffmpeg program that makes compressed files.',
  },
  'quota.playlists': {
    ...{ section: 'quota', name: 'Playlists of one account', value: { kind: 'size' } },
    ...{ standard: '256MB', option: '--hls-quota', ...nextStart },
    description: 'Size of the HLS playlists that one account may have at a time.',
  },
  'quota.files': {
    ...{ section: 'quota', name: 'Files of one account', ...nextStart },
    ...{ standard: '10000', option: '--files-per-account' },
    description: 'How many files one account may store through the API.',
    value: { ...{ kind: 'number', min: 1, max: 9_999_999 }, isWhole: true, unit: 'files' },
  },
  'quota.keep-free': {
    ...{ section: 'quota', name: 'Space to keep free', value: { kind: 'size' } },
    ...{ standard: '16MB', option: '--keep-free', ...nextStart },
    description:
      'Free space on the disk of the data folder below which nothing is stored or signed.',
  },
  'network.port': {
    ...{ section: 'network', name: 'Port', standard: '7070', ...nextStart },
    ...{ environment: 'GRIOT_PORT', option: '--port' },
    description: 'Port of the studio and the API on this computer; 0 takes any free one.',
    value: { ...{ kind: 'number', min: 0, max: 65_535 }, isWhole: true, unit: '' },
  },
  'network.rate-limit': {
    ...{ section: 'network', name: 'Requests a minute', option: '--rate-limit', ...nextStart },
    ...{ standard: '', emptyWords: 'No limit' },
    description: 'Requests to the API that each token may make in a minute.',
    value: { ...{ kind: 'number', min: 1, max: 999_999_999 }, isWhole: true, unit: '' },
  },
  'network.open-discovery': {
    ...{ section: 'network', name: 'Open discovery', standard: 'off', ...now },
    ...{ environment: 'GRIOT_OPEN_DISCOVERY', option: '--open-discovery' },
    description:
      'Whether voices and models can be listed without a key, for tools that list them before they send one. Nobody’s own voices are among them.',
    value: {
      kind: 'choice',
      choices: [
        { value: 'off', label: 'Off' },
        { value: 'on', label: 'On' },
      ],
    },
  },
  'network.allowed-apps': {
    ...{ section: 'network', name: 'Allowed apps', value: { kind: 'origins' }, ...NONE, ...now },
    description:
      'Browser extensions and apps that may call the API because you allowed them in the studio. Each needs an API key, too.',
  },
  'network.refused-apps': {
    ...{ section: 'network', name: 'Refused apps', value: { kind: 'origins' }, ...NONE, ...now },
    description:
      'Browser extensions and apps about which the studio does not ask again, because you never want to allow them.',
  },
  'network.text-limit': {
    ...{ section: 'network', name: 'Longest text', option: '--text-limit', ...nextStart },
    standard: '20000',
    description: 'Characters in one text of a request to the API.',
    value: { ...{ kind: 'number', min: 1, max: 200_000 }, isWhole: true, unit: 'characters' },
  },
  'network.log-level': {
    ...{ section: 'network', name: 'Log of requests', standard: 'info', ...nextStart },
    ...{ environment: 'GRIOT_LOG_LEVEL', option: '--log-level' },
    description: 'Which requests are written to logs/requests.log of the data folder; info: all.',
    value: { kind: 'choice', choices: list(['silent', 'error', 'warn', 'info', 'debug']) },
  },
  'network.https-proxy': {
    ...{ section: 'network', name: 'Proxy for https', value: address, ...NONE, ...nextStart },
    environment: 'HTTPS_PROXY',
    description: 'Proxy for downloads of packs, such as http://proxy.example:3128.',
  },
  'network.http-proxy': {
    ...{ section: 'network', name: 'Proxy for http', value: address, ...NONE, ...nextStart },
    environment: 'HTTP_PROXY',
    description: 'Proxy for downloads of packs from a mirror with http.',
  },
  'network.no-proxy': {
    ...{ section: 'network', name: 'Hosts without a proxy', value: text, ...NONE, ...nextStart },
    environment: 'NO_PROXY',
    description: 'Hosts that are asked without a proxy, with commas between them.',
  },
  ...each(
    SHORTCUTS.map(({ id }) => id),
    (id) => `shortcuts.${id}` as const,
    (id): Definition => ({
      ...{ section: 'shortcuts', name: shortcutOf(id).name, standard: shortcutOf(id).keys },
      ...{ value: { kind: 'keys' }, emptyWords: 'No keys', ...now },
      description: 'Keys as in Mod+Shift+Enter, where Mod is ⌘ on a Mac and Ctrl elsewhere.',
    }),
  ),
} as const satisfies Readonly<Record<string, Definition>>

export type SettingId = keyof typeof DEFINITIONS

/** A setting of Griot, which the studio, the desktop, the API and the command line share. */
export interface Setting extends Definition {
  readonly id: SettingId
}

/** Every setting, in the order of the screen. */
export const SETTINGS: readonly Setting[] = Object.entries<Definition>(DEFINITIONS).map(
  ([id, definition]) => ({ ...definition, id: id as SettingId }),
)

/** Whether there is a setting of this id. */
export function isSettingId(id: string): id is SettingId {
  return Object.hasOwn(DEFINITIONS, id)
}

/** The setting of an id. */
export function settingOf(id: SettingId): Setting {
  return { ...(DEFINITIONS[id] as Definition), id }
}

function each<T extends string, Id extends string>(
  values: readonly T[],
  idOf: (value: T) => Id,
  definitionOf: (value: T) => Definition,
): Readonly<Record<Id, Definition>> {
  // The ids are those that `idOf` answers, and no others.
  return Object.fromEntries(values.map((value) => [idOf(value), definitionOf(value)])) as Readonly<
    Record<Id, Definition>
  >
}

function languageName(code: LanguageCode): string {
  return LANGUAGES.find((language) => language.code === code)?.name ?? code
}

function shortcutOf(id: ShortcutId): { readonly name: string; readonly keys: string } {
  return SHORTCUTS.find((shortcut) => shortcut.id === id) ?? { name: id, keys: '' }
}
