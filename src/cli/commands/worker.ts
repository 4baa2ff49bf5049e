import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { REDIS } from '#cli/cluster-options.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { DATABASE } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { openTracing } from '#telemetry/open-tracing.ts'

/** Speaks for the nodes of a service until Ctrl-C. */
export function worker({ environment, stop }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('worker', {
    summary: 'speak for the nodes of a service until Ctrl-C',
    description:
      'Speak for the nodes of a service ("griot serve --cluster") until Ctrl-C: for callers who wait, and with a database also for batches; and write down speech for them with the packs for transcription that are installed here. Needs GRIOT_CLUSTER_SECRET, which nodes and workers share.',
    examples: [
      'griot worker --redis redis://redis.example:6379 --listen 0.0.0.0:7071',
      'griot worker --listen 10.0.0.7:7071 --processes 4',
    ],
  })
    .option(
      '--listen <HOST:PORT>',
      'address for nodes; port 0 takes any free one',
      '127.0.0.1:7071',
    )
    .option(
      '--advertise <HOST:PORT>',
      "address under which nodes reach it (default: that of --listen, or this computer's name)",
    )
    .option(
      '--tls-cert <FILE>',
      'certificate (PEM, with its chain) for connections by TLS; its name is that of --advertise',
    )
    .option('--tls-key <FILE>', 'private key (PEM) of that certificate')
    .option(...REDIS)
    .option(...DATABASE)
    .option(
      '--blobs <PLACE>',
      'store of the bytes of the service: s3://BUCKET?endpoint=URL, or a folder that all share (default: GRIOT_BLOBS)',
    )
    .option('--processes <N>', 'sets of speech processes (default: by cores and memory)')
    .option('--streams <N>', 'texts at once (default: 32 for each set)')
    .option(
      '--stop-within <SECONDS>',
      'time to finish what has begun after a SIGTERM or Ctrl-C (default: 30)',
    )
    .action(async (options) => {
      const { runWorker } = await import('#cli/worker.ts')
      const { version, variables } = environment
      const tracing = await openTracing({ service: 'griot-worker', version, variables })
      try {
        await runWorker(options, environment, stop)
      } finally {
        await tracing.close()
      }
    })
}
