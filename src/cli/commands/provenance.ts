import { writeFile } from 'node:fs/promises'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { UsageError } from '#cli/usage-error.ts'
import { plain } from '#cli/verdict-lines.ts'
import { expectFile } from '#cli/verified-file.ts'
import { withProvenance } from '#cli/with-provenance.ts'
import { OWNER } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { KEEP_RECORDS } from '#shared/provenance.ts'

const OUT = '-o, --out <FILE>'

/** Shows, moves and removes manifests, and keeps the certificates behind them. */
export function provenance(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('provenance', {
    summary: 'show, move and remove manifests, and keep certificates',
    description: 'Work on signed files, on the registry of what was signed, and on certificates.',
  })
    .addCommand(show(context))
    .addCommand(place(context))
    .addCommand(remove(context))
    .addCommand(exportCertificate(context))
    .addCommand(trust(context))
    .addCommand(keepRecords(context))
    .addCommand(rotateKey(context))
}

function show(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('show', {
    summary: 'show the verdict on a file, and what was registered about it',
    examples: [
      'griot provenance show news.mp3',
      'griot provenance show 0b7c4f6e-4a54-4c36-9a0e-2f3c1f0a9d11 --json',
    ],
  })
    .argument('<FILE|REQUEST_ID>', 'a file or the id of a request')
    .option('--account <NAME>', 'account of the request', OWNER)
    .option('--json', 'answer as JSON')
    .action(async (name, options) => {
      const { showProvenance } = await import('#cli/provenance-show.ts')
      await showProvenance(name, options, context)
    })
}

function place({ environment, stop }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('place', {
    summary: 'move a manifest from behind the sound to its standard place',
    examples: ['griot provenance place stream.mp3 --out news.mp3'],
  })
    .argument('<FILE>', 'a signed file')
    .option(OUT, 'write to this file (default: FILE itself)')
    .action(async (file, { out = file }) => {
      await expectFile(file)
      await withProvenance(environment, async (opened) => {
        const isMoved = await opened.moveManifest(file, out, stop)
        console.error(
          isMoved
            ? `Wrote ${plain(out)}: its manifest is at the standard place now.`
            : `The manifest of ${plain(file)} is at the standard place already. Nothing was written.`,
        )
      })
    })
}

function remove({ stop }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('remove', {
    summary: 'take the manifest out of a file',
    examples: ['griot provenance remove news.mp3 --out plain.mp3'],
  })
    .argument('<FILE>', 'a signed file')
    .option(OUT, 'write to this file (default: FILE itself)')
    .action(async (file, { out = file }) => {
      await expectFile(file)
      const { removeManifest } = await import('#provenance/c2pa/sign.ts')
      const hadManifest = await removeManifest(file, out, stop)
      console.error(
        hadManifest
          ? `Wrote ${plain(out)} without its manifest.`
          : `Wrote ${plain(out)}. There was no manifest in it.`,
      )
    })
}

function exportCertificate({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('export-certificate', {
    summary: 'write the public certificate by which others can trust this computer',
    examples: ['griot provenance export-certificate --out griot.pem'],
  })
    .option(OUT, 'write to this file (default: standard output)')
    .action(({ out = '-' }) =>
      withProvenance(environment, async (opened) => {
        const { pem, sha256 } = await opened.certificate()
        if (out === '-') process.stdout.write(pem)
        else await writeText(out, pem)
        console.error(`${out === '-' ? 'Its' : `Wrote ${plain(out)}. Its`} SHA-256 is ${sha256}`)
      }),
    )
}

function trust(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('trust', {
    summary: 'list, add and remove the certificates of signers that you trust',
  })
    .addCommand(
      new GriotCommand('list', {
        summary: 'list the certificates of signers that you trust',
        examples: ['griot provenance trust list'],
      })
        .option('--json', 'answer as JSON')
        .action(async ({ json }) => {
          const { listTrusted } = await import('#cli/provenance-trust.ts')
          await listTrusted(json, context)
        }),
    )
    .addCommand(
      new GriotCommand('add', {
        summary: 'trust the signers of a certificate',
        examples: ['griot provenance trust add newsroom.pem'],
      })
        .argument('<FILE>', "a PEM file with the signer's certificate or its root")
        .option('--json', 'answer as JSON')
        .action(async (file, { json }) => {
          const { addTrusted } = await import('#cli/provenance-trust.ts')
          await addTrusted(file, json, context)
        }),
    )
    .addCommand(
      new GriotCommand('remove', {
        summary: 'stop trusting the signers of a certificate',
        examples: ['griot provenance trust remove 1'],
      })
        .argument('<NUMBER>', 'number of a certificate, as "griot provenance trust list" shows it')
        .option('--json', 'answer as JSON')
        .action(async (number, { json }) => {
          const { removeTrusted } = await import('#cli/provenance-trust.ts')
          await removeTrusted(number, json, context)
        }),
    )
}

function keepRecords({ environment, stop }: CommandContext): CommandUnknownOpts {
  const { min, max } = KEEP_RECORDS
  return new GriotCommand('keep-records', {
    summary: 'set how many entries the registry of signed answers keeps',
    examples: ['griot provenance keep-records 50000'],
  })
    .argument('<NUMBER>', `${inFigures(min)} to ${inFigures(max)} entries, the newest`)
    .action(async (text) => {
      const most = /^\d{1,8}$/.test(text) ? Number(text) : Number.NaN
      if (!(most >= min && most <= max))
        throw new UsageError(
          `The registry keeps ${inFigures(min)} to ${inFigures(max)} entries, not "${text}".`,
        )
      await withProvenance(environment, async (opened) => {
        await opened.settings.change({ ...opened.settings.get(), keepRecords: most })
        const removed = await opened.prune(stop)
        console.error(
          `The registry keeps the newest ${inFigures(most)} entries; ${inFigures(removed)} were removed. The files that these were about stay "made here".`,
        )
      })
    })
}

function rotateKey({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('rotate-key', {
    summary: 'make a new signing key and certificate',
    description:
      'Make a new signing key and certificate. What was signed before stays "made here". This cannot be undone.',
    examples: ['griot provenance rotate-key --yes'],
  })
    .option('--yes', 'confirm that you want a new key')
    .action(async ({ yes }) => {
      if (!yes)
        throw new UsageError(
          'A new key cannot be undone, and those who trust this computer need its new certificate. Confirm it with --yes.',
        )
      await withProvenance(environment, async (opened) => {
        const { subject, sha256, notAfter } = await opened.rotate()
        console.log(
          `${plain(subject.replaceAll('\n', ', '))}, until ${notAfter}\nSHA-256 ${sha256}`,
        )
        console.error(
          'What was signed before stays "made here". Give the new certificate ("griot provenance export-certificate") to those who trust this computer.',
        )
      })
    })
}

function inFigures(count: number): string {
  return count.toLocaleString('en')
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
