import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { each } from '#cli/option-values.ts'

/** Serves an agent of this computer over standard input and output. */
export function mcp(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('mcp', {
    summary: 'let an agent speak, over the Model Context Protocol',
    description:
      'Serve one agent (MCP) over standard input and output: the program of the agent starts this command. No server is needed; "griot serve" has the same over HTTP at /mcp, with API keys.',
    examples: ['griot mcp', 'griot mcp --folder ~/Podcasts --folder ~/Recordings'],
    notes:
      'Tools: speak, list_voices, create_voice, translate, restore_marks,\ndetect_language, transcribe, verify_file.',
  })
    .option(
      '--folder <FOLDER>',
      'folder in which the agent may read and write files; repeatable (default: Griot in your home folder)',
      each,
    )
    .action(async ({ folder }) => {
      const { serveMcp, usualFolder } = await import('#cli/mcp/stdio.ts')
      await serveMcp(folder ?? [usualFolder()], context)
    })
}
