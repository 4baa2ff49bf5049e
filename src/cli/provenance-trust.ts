import { readFile, stat } from 'node:fs/promises'
import type { Provenance } from '#provenance/provenance.ts'
import { AppError } from '#shared/errors.ts'
import type { CommandContext } from './command-context.ts'
import { rowNumber } from './option-values.ts'
import { plain } from './verdict-lines.ts'
import { expectFile } from './verified-file.ts'
import { withProvenance } from './with-provenance.ts'

type Trusted = Provenance['trusted']
/** A chain of certificates has a few thousand characters. */
const LONGEST_PEM = 100_000

/** Lists the certificates of signers that are trusted. */
export function listTrusted(json: boolean | undefined, context: CommandContext): Promise<void> {
  return withTrusted(async () => undefined, json, context)
}

/** Trusts the signers of the certificate in a PEM file, then lists all. Throws AppError. */
export async function addTrusted(
  file: string,
  json: boolean | undefined,
  context: CommandContext,
): Promise<void> {
  const pem = await certificateFile(file)
  await withTrusted((trusted) => trusted.add(pem), json, context)
}

/** Removes the certificate of this number, then lists the others. Throws UsageError, AppError. */
export async function removeTrusted(
  number: string,
  json: boolean | undefined,
  context: CommandContext,
): Promise<void> {
  const id = rowNumber(number, 'a certificate', 'griot provenance trust list')
  await withTrusted((trusted) => remove(trusted, id), json, context)
}

async function withTrusted(
  change: (trusted: Trusted) => Promise<void>,
  json: boolean | undefined,
  { environment }: CommandContext,
): Promise<void> {
  await withProvenance(environment, async ({ trusted }) => {
    await change(trusted)
    await list(trusted, json)
  })
}

async function certificateFile(path: string): Promise<string> {
  await expectFile(path)
  if ((await stat(path)).size > LONGEST_PEM)
    throw new AppError(
      'provenance/certificate',
      `"${plain(path)}" is too long for a certificate. Give a PEM file with the signer's certificate or its root.`,
    )
  return readFile(path, 'utf8')
}

async function remove(trusted: Trusted, id: number): Promise<void> {
  if (!(await trusted.list()).some((certificate) => certificate.id === id))
    throw new AppError(
      'provenance/not-found',
      `There is no certificate with the number ${id}. "griot provenance trust list" shows the numbers.`,
    )
  await trusted.remove(id)
}

async function list(trusted: Trusted, json = false): Promise<void> {
  const all = await trusted.list()
  if (json) console.log(JSON.stringify(all, null, 1))
  else
    for (const { id, subject, sha256, notAfter } of all)
      console.log(
        [id, plain(subject.replaceAll('\n', ', ')), `until ${notAfter}`, sha256].join('\t'),
      )
}
