import { writeFile } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { KEEP_RECORDS } from '#shared/provenance.ts'
import type { Environment } from './environment.ts'
import { expectFile } from './given-file.ts'
import { parseCommand, UsageError } from './help.ts'
import { type Given, OPTIONS, type Option } from './provenance-options.ts'
import { show } from './provenance-show.ts'
import { trust } from './provenance-trust.ts'
import { plain } from './verdict-lines.ts'

type Action = (
  names: readonly string[],
  given: Given,
  environment: Environment,
  stop: AbortSignal,
) => Promise<void>

interface Use {
  readonly takes: readonly Option[]
  /** What stands behind the action, in words; left out: nothing. */
  readonly argument?: string
  readonly run: Action
}

const ACTIONS: Readonly<Record<string, Use>> = {
  show: { takes: ['json', 'account'], argument: 'a file or a request id', run: show },
  place: { takes: ['out'], argument: 'a file', run: place },
  remove: { takes: ['out'], argument: 'a file', run: remove },
  'export-certificate': { takes: ['out'], run: exportCertificate },
  trust: { takes: ['json'], argument: 'list, add FILE or remove NUMBER', run: trust },
  'keep-records': { takes: [], argument: 'how many entries the registry keeps', run: keepRecords },
  'rotate-key': { takes: ['yes'], run: rotateKey },
}

/** Look at, move and take out manifests, and keep the certificates that stand behind them. */
export async function provenance(
  args: readonly string[],
  environment: Environment,
  stop: AbortSignal,
): Promise<number> {
  const { values, positionals } = parseCommand(args, OPTIONS)
  const [name = '', ...names] = positionals
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!action)
    throw new UsageError(`Say what to do: griot provenance ${Object.keys(ACTIONS).join(' | ')}.`)
  checkUse(name, action, values, names)
  await action.run(names, values, environment, stop)
  return 0
}

function checkUse(
  name: string,
  { takes, argument }: Use,
  values: Given,
  names: readonly string[],
): void {
  const most = argument === undefined ? 0 : name === 'trust' ? 2 : 1
  if (names.length > most || (most > 0 && names.length === 0))
    throw new UsageError(`griot provenance ${name} takes ${argument ?? 'options only'}.`)
  for (const option of Object.keys(OPTIONS) as Option[])
    if (!takes.includes(option) && values[option] !== undefined && values[option] !== false)
      throw new UsageError(`griot provenance ${name} takes no --${option}.`)
}

async function place(
  [file = '']: readonly string[],
  { out = file }: Given,
  environment: Environment,
  stop: AbortSignal,
): Promise<void> {
  await expectFile(file)
  const { openProvenance } = await import('#provenance/open-provenance.ts')
  const opened = openProvenance(environment)
  try {
    const isMoved = await opened.place(file, out, stop)
    console.error(
      isMoved
        ? `Wrote ${plain(out)}: its manifest is at the standard place now.`
        : `The manifest of ${plain(file)} is at the standard place already: nothing was written.`,
    )
  } finally {
    opened.close()
  }
}

async function remove(
  [file = '']: readonly string[],
  { out = file }: Given,
  _environment: Environment,
  stop: AbortSignal,
): Promise<void> {
  await expectFile(file)
  const { removeManifest } = await import('#provenance/c2pa/sign.ts')
  const had = await removeManifest(file, out, stop)
  console.error(
    had
      ? `Wrote ${plain(out)} without its manifest.`
      : `Wrote ${plain(out)}: there was no manifest in it.`,
  )
}

async function exportCertificate(
  _names: readonly string[],
  { out }: Given,
  environment: Environment,
): Promise<void> {
  const { openProvenance } = await import('#provenance/open-provenance.ts')
  const opened = openProvenance(environment)
  try {
    const { pem, sha256 } = await opened.certificate()
    if (out === undefined || out === '-') process.stdout.write(pem)
    else await writeText(out, pem)
    console.error(
      `${out === undefined || out === '-' ? 'Its' : `Wrote ${plain(out)}:`} SHA-256 is ${sha256}`,
    )
  } finally {
    opened.close()
  }
}

async function keepRecords(
  [text = '']: readonly string[],
  _given: Given,
  environment: Environment,
  stop: AbortSignal,
): Promise<void> {
  const { min, max } = KEEP_RECORDS
  const most = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN
  if (!(most >= min && most <= max))
    throw new UsageError(
      `The registry keeps ${inFigures(min)} to ${inFigures(max)} entries, not "${text}".`,
    )
  const { openProvenance } = await import('#provenance/open-provenance.ts')
  const opened = openProvenance(environment)
  try {
    opened.settings.change({ ...opened.settings.get(), keepRecords: most })
    const removed = await opened.prune(stop)
    console.error(
      `The registry keeps the newest ${inFigures(most)} entries; ${inFigures(removed)} were removed. Files that they were about stay "made here".`,
    )
  } finally {
    opened.close()
  }
}

const inFigures = (count: number): string => count.toLocaleString('en')

async function rotateKey(
  _names: readonly string[],
  { yes }: Given,
  environment: Environment,
): Promise<void> {
  if (!yes)
    throw new UsageError(
      'A new key cannot be taken back: those who trust this computer need its new certificate. Say so with --yes.',
    )
  const { openProvenance } = await import('#provenance/open-provenance.ts')
  const opened = openProvenance(environment)
  try {
    const { subject, sha256, notAfter } = await opened.rotate()
    console.log(`${plain(subject.replaceAll('\n', ', '))}, until ${notAfter}\nSHA-256 ${sha256}`)
    console.error(
      'What was signed before stays "made here". Give the new certificate ("griot provenance export-certificate") to those who trust this computer.',
    )
  } finally {
    opened.close()
  }
}

async function writeText(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text)
  } catch (error) {
    throw new AppError(
      'storage/failed',
      `"${plain(path)}" could not be written (${String(error)}).`,
      error,
    )
  }
}
