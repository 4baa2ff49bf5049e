import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { UsageError } from '#cli/usage-error.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** Prints what completes the command line of griot in a shell. */
export function completion(_: CommandContext): CommandUnknownOpts {
  return new GriotCommand('completion', {
    summary: 'print what completes griot in your shell',
    description:
      'Print a script that completes commands, options and values in bash, zsh or fish. It is made from the commands themselves.',
    examples: ['griot completion bash', 'griot completion fish'],
    notes:
      'bash: source <(griot completion bash), in ~/.bashrc\nzsh:  source <(griot completion zsh), in ~/.zshrc after compinit\nfish: griot completion fish > ~/.config/fish/completions/griot.fish',
  })
    .argument('<SHELL>', 'bash, zsh or fish')
    .action(async (named, _options, { parent }) => {
      const shell = SHELLS.find((known) => known === named)
      if (!shell)
        throw new UsageError(`"${named.slice(0, 80)}" is not known. Give ${SHELLS.join(', ')}.`)
      const { shellCommandOf } = await import('#cli/shells/command-tree.ts')
      if (!parent) throw new Error('This command belongs to no program.')
      const tree = shellCommandOf(parent)
      process.stdout.write(await scriptFor(shell, tree))
    })
}

type Tree = ReturnType<typeof import('#cli/shells/command-tree.ts')['shellCommandOf']>

async function scriptFor(shell: (typeof SHELLS)[number], tree: Tree): Promise<string> {
  if (shell === 'bash') return (await import('#cli/shells/bash.ts')).bashCompletion(tree)
  if (shell === 'zsh') return (await import('#cli/shells/zsh.ts')).zshCompletion(tree)
  return (await import('#cli/shells/fish.ts')).fishCompletion(tree)
}
