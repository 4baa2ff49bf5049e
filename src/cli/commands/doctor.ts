import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { GriotCommand } from '#cli/griot-command.ts'
import type { Shell } from '#cli/shell.ts'

/** Checks everything that speech needs; exit code 1 if something is missing or damaged. */
export function doctor(shell: Shell): CommandUnknownOpts {
  return new GriotCommand('doctor', {
    summary: 'check this installation, and say how to repair what fails',
    description:
      'Check library, disk, permissions, resources, every language and the signing key, and say how to repair what fails. Nothing is changed.',
    examples: ['griot doctor'],
  }).action(async () => {
    const { examine } = await import('#cli/doctor.ts')
    if (!(await examine(shell.environment, shell.stop))) shell.exitCode = 1
  })
}
