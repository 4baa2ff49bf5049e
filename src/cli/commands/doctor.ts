import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand } from '#cli/griot-command.ts'

/** Checks everything that speech needs; exit code 1 if something is missing or damaged. */
export function doctor(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('doctor', {
    summary: 'check this installation, and say how to repair what fails',
    description:
      'Check library, disk, permissions, resources, packs of models, every language and the signing key, and say how to repair what fails. Nothing is changed.',
    examples: ['griot doctor', 'griot doctor --deep'],
  })
    .option('--deep', 'compare every byte of installed packs, not only their sizes and times')
    .option('--json', 'answer as JSON')
    .action(async ({ deep = false, json = false }) => {
      const { examine } = await import('#cli/doctor.ts')
      if (!(await examine(context.environment, context.stop, { isDeep: deep, isJson: json })))
        context.exitCode = 1
    })
}
