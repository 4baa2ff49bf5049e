import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { CLUSTER_CA, REDIS } from '#cli/cluster-options.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { COMMERCIAL_OPTION } from '#cli/commercial-only.ts'
import { DATABASE } from '#cli/database-option.ts'
import { DEFAULT_PORT } from '#cli/environment.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { each } from '#cli/option-values.ts'
import { limitToCommercialUse } from '#shared/commercial-only.ts'
import { openTracing } from '#telemetry/open-tracing.ts'

/** Serves the studio and the HTTP API until Ctrl-C. */
export function serve({ environment, stop }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('serve', {
    summary: 'serve the studio and the HTTP API until Ctrl-C',
    description:
      'Serve the studio and the HTTP API on this computer until Ctrl-C. A link to the studio is printed, and at the first start an API key.',
    examples: [
      'griot serve --open',
      'griot serve --port 8080 --rate-limit 60 --text-limit 5000',
      'griot serve --database postgres://griot:PASSWORD@db.example/griot',
      'griot serve --host 0.0.0.0 --allow-host studio.example --allow-origin https://app.example',
    ],
  })
    .option('--port <PORT>', `0 takes any free port (default: GRIOT_PORT, else ${DEFAULT_PORT})`)
    .option(
      '--host <HOST>',
      'address to listen on; any other lets other computers in, with a key',
      '127.0.0.1',
    )
    .option('--allow-host <NAME>', 'also answer requests to this host name; repeatable', each)
    .option(
      '--allow-origin <ORIGIN>',
      'also let pages, extensions or apps of this origin call the API; repeatable',
      each,
    )
    .option(...DATABASE)
    .option(...REDIS)
    .option(
      '--cluster',
      'let workers ("griot worker") speak instead of processes of this computer; needs --redis and GRIOT_CLUSTER_SECRET',
    )
    .option(...CLUSTER_CA)
    .option('--open', 'open the studio in the default browser, or in the one that BROWSER names')
    .option(
      '--open-discovery',
      'let anyone list voices and models without a key, for tools that list them before they send one (default: GRIOT_OPEN_DISCOVERY, else off)',
    )
    .option('--rate-limit <N>', 'requests a minute for each token (default: no limit)')
    .option(
      '--text-limit <N>',
      'characters in one text of the API, at most 200000 (default: 20000)',
    )
    .option(
      '--streams <N>',
      'texts that are spoken at the same time; others wait up to 30 s (default: by cores and memory, at most 128)',
    )
    .option('--streams-per-account <N>', 'texts at the same time for one account (default: 64)')
    .option('--streams-per-token <N>', 'texts at the same time for one token (default: 64)')
    .option('--streams-per-guest <N>', 'texts at the same time for one guest token (default: 8)')
    .option(
      '--connections <N>',
      'open connections; the longest silent ones are closed for new ones (default: 1000)',
    )
    .option(
      '--connections-per-address <N>',
      'open connections from one other computer (default: 200)',
    )
    .option('--files-per-account <N>', 'files of one account (default: 10000)')
    .option('--batches-per-account <N>', 'batches of one account that are not over (default: 100)')
    .option(
      '--hls-quota <SIZE>',
      'size of the playlists of one account, such as 500MB (default: 256MB)',
    )
    .option(
      '--blobs <PLACE>',
      'where uploads, remembered answers, recordings of voices and what waits to be fetched are kept: a folder, or s3://BUCKET/PREFIX?endpoint=URL&region=NAME with keys from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (default: GRIOT_BLOBS, else the data folder)',
    )
    .option(
      '--keep-free <SIZE>',
      'free space on the disk of the data folder below which nothing is stored or signed (default: 16MB)',
    )
    .option(
      '--log-level <LEVEL>',
      'requests in logs/requests.log of the data folder: silent, error, warn, info or debug (default: GRIOT_LOG_LEVEL, else info: every one)',
    )
    .option(
      '--log-to <WHERE>',
      'where the log of requests goes: file, or stdout for a container (default: GRIOT_LOG_TO, else file)',
    )
    .option(
      '--stop-within <SECONDS>',
      'time to finish what has begun after a SIGTERM or Ctrl-C; then answers are cut off (default: 5)',
    )
    .option(
      '--translate-url <URL>',
      'a server that translates: LibreTranslate, or one that answers chats, whose address ends in /v1 (default: none)',
    )
    .option('--translate-kind <KIND>', 'openai or libretranslate (default: by the address)')
    .option('--translate-model <NAME>', 'model of a server that answers chats')
    .option(
      '--translate-order <KINDS>',
      'which translators are asked, and in which order (default: endpoint,pack,built-in)',
    )
    .option(...COMMERCIAL_OPTION)
    .option(
      '--transcribe-url <URL>',
      "a server that transcribes as OpenAI's does, for POST /v1/transcriptions (default: none)",
    )
    .option('--transcribe-model <NAME>', 'model of that server (default: whisper-1)')
    .option(
      '--signing-key-file <FILE>',
      'sign with this key (PKCS#8 in PEM, P-256) instead of one of this computer; needs --signing-chain-file',
    )
    .option('--signing-chain-file <FILE>', "certificates of that key in PEM, the signer's first")
    .option(
      '--jwt-algorithm <ALG>',
      'accept JWTs signed with ES256 or HS256; needs the next three options, or their environment variables',
    )
    .option('--jwt-key-file <FILE>', "the issuer's public key (PEM or JWK), or the shared secret")
    .option('--jwt-issuer <ISSUER>', 'what "iss" must be')
    .option('--jwt-audience <AUDIENCE>', 'what "aud" must contain')
    .option('--jwt-max-age <SECONDS>', 'how long a JWT may be valid (default: 86400, a day)')
    .action(async (options) => {
      const { serveStudio } = await import('#cli/serve.ts')
      if (options.commercialOnly) limitToCommercialUse()
      const { version, variables } = environment
      const tracing = await openTracing({ service: 'griot-node', version, variables })
      try {
        await serveStudio(options, environment, stop)
      } finally {
        await tracing.close()
      }
    })
}
