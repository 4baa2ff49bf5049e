import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand } from '#cli/griot-command.ts'

/** Prints the manual page. */
export function man(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('man', {
    summary: 'print the manual page',
    description:
      'Print the manual page, made from the commands themselves, as man reads it: with all commands, options and environment variables.',
    examples: ['griot man'],
    notes:
      'To read it:   griot man | man -l -\nTo install it: griot man > ~/.local/share/man/man1/griot.1',
  }).action(async (_options, { parent }) => {
    if (!parent) throw new Error('This command belongs to no program.')
    const { manPage } = await import('#cli/shells/man-page.ts')
    process.stdout.write(manPage(parent, { version: context.environment.version, date: today() }))
  })
}

const today = (): string => new Date().toISOString().slice(0, 10)
