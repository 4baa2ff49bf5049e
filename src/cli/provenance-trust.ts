import { readFile, stat } from 'node:fs/promises'
import type { Provenance } from '#provenance/provenance.ts'
import { AppError } from '#shared/errors.ts'
import type { Environment } from './environment.ts'
import { expectFile } from './given-file.ts'
import { UsageError } from './help.ts'
import type { Given } from './provenance-options.ts'
import { plain } from './verdict-lines.ts'

type Trusted = Provenance['trusted']
/** A chain of certificates has a few thousand characters. */
const LONGEST_PEM = 100_000

/** List, add and remove certificates of signers that count as known. */
export async function trust(
  [action = '', argument, ...rest]: readonly string[],
  { json }: Given,
  environment: Environment,
): Promise<void> {
  const wantsArgument = action === 'add' || action === 'remove'
  if (
    (action !== 'list' && !wantsArgument) ||
    (argument !== undefined) !== wantsArgument ||
    rest.length > 0
  )
    throw new UsageError('Say griot provenance trust list, add FILE or remove NUMBER.')
  const pem = action === 'add' ? await certificateFile(argument ?? '') : ''
  if (action === 'remove' && !/^\d{1,15}$/.test(argument ?? ''))
    throw new UsageError(
      `"${argument}" is no number of a certificate: see "griot provenance trust list".`,
    )
  const { openProvenance } = await import('#provenance/open-provenance.ts')
  const { trusted, close } = openProvenance(environment)
  try {
    if (action === 'add') trusted.add(pem)
    if (action === 'remove') remove(trusted, Number(argument))
    list(trusted, json)
  } finally {
    close()
  }
}

async function certificateFile(path: string): Promise<string> {
  await expectFile(path)
  if ((await stat(path)).size > LONGEST_PEM)
    throw new AppError(
      'provenance/certificate',
      `"${plain(path)}" is too long for a certificate: give a PEM file with the signer's certificate or its root.`,
    )
  return readFile(path, 'utf8')
}

function remove(trusted: Trusted, id: number): void {
  if (!trusted.list().some((certificate) => certificate.id === id))
    throw new AppError(
      'provenance/not-found',
      `There is no certificate with the number ${id}: see "griot provenance trust list".`,
    )
  trusted.remove(id)
}

function list(trusted: Trusted, json: boolean): void {
  const all = trusted.list()
  if (json) console.log(JSON.stringify(all, null, 1))
  else
    for (const { id, subject, sha256, notAfter } of all)
      console.log(
        [id, plain(subject.replaceAll('\n', ', ')), `until ${notAfter}`, sha256].join('\t'),
      )
}
