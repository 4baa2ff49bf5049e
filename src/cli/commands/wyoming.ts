import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand } from '#cli/griot-command.ts'

/** Serves Home Assistant and other clients of the Wyoming protocol until Ctrl-C. */
export function wyoming(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('wyoming', {
    summary: 'speak for Home Assistant, over the Wyoming protocol',
    description:
      'Speak, and write down speech where a pack for that is installed, for Home Assistant and other clients of the Wyoming protocol, until Ctrl-C. The protocol knows no keys: whoever reaches the address may use it, other users of this computer, too. So voices of your own are offered only over a Unix socket, or with --own-voices.',
    examples: [
      'griot wyoming',
      'griot wyoming --uri tcp://192.168.1.20:10200 --allow-network',
      'griot wyoming --uri unix:///home/ada/griot/wyoming.sock',
    ],
  })

    .option(
      '--uri <URI>',
      'address to listen on: tcp://HOST:PORT or unix:///FOLDER/NAME',
      'tcp://127.0.0.1:10200',
    )
    .option(
      '--allow-network',
      'let other computers use it without a key, which any address but 127.0.0.1 means',
    )
    .option(
      '--own-voices',
      'let all who reach the address speak with the voices that you have made',
    )
    .action(async (options) => {
      const { serveWyoming } = await import('#cli/wyoming.ts')
      await serveWyoming(options, context)
    })
}
