import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { GriotCommand } from '#cli/griot-command.ts'

const ONE_OF_ALL = "a voice's id, or the name of a voice of your own in quotes"
const JSON_OPTION = ['--json', 'answer as JSON'] as const

/** Shows and plays voices, makes and deletes custom ones. Changes apply to a running server immediately. */
export function voices(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('voices', {
    summary: 'list, show, create, delete and sample voices',
    description:
      'Work with the system voices and with voices of your own. Changes apply to a running server immediately.',
  })
    .addCommand(list(context))
    .addCommand(show(context))
    .addCommand(create(context))
    .addCommand(remove(context))
    .addCommand(sample(context))
}

function list(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list the system voices and those of packs by language, then your own',
    examples: ['griot voices list', 'griot voices list --language yo --system'],
  })
    .option('--language <LANGUAGE>', 'only voices of this language')
    .option('--own', 'only your own')
    .option('--system', 'only the system voices')
    .option(...JSON_OPTION)
    .action(async (options) => {
      const { listVoices } = await import('#cli/voices-list.ts')
      await listVoices(options, context)
    })
}

function show(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('show', {
    summary: 'show a voice; for your own, also its recording and consent',
    examples: ['griot voices show sade'],
  })
    .argument('<VOICE>', ONE_OF_ALL)
    .option(...JSON_OPTION)
    .action(async (voice, { json }) => {
      const { showVoice } = await import('#cli/voices-show.ts')
      await showVoice(voice, json, context)
    })
}

function create(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('create', {
    summary: 'create a voice from a recording of 2 to 30 s',
    description:
      'Create a voice from a recording of 2 to 30 s. The speaker must agree: without --consent, the statement to agree to is shown.',
    examples: [
      'griot voices create --audio me.wav --transcript "What I say in it." --name "My voice" --consent',
      'griot voices create --audio - --transcript @words.txt --name Àdá --consent < ada.mp3',
    ],
  })
    .requiredOption('--audio <FILE>', 'the recording; "-" reads it from standard input')
    .requiredOption(
      '--transcript <TEXT|@FILE>',
      'the words of the recording exactly as spoken, or @ and the name of a text file that holds them',
    )
    .requiredOption('--name <NAME>', 'name of the new voice')
    .option('--language <LANGUAGE>', 'language of the recording (default: detected in its words)')
    .option('--consent', 'confirm that the speaker agrees')
    .option(...JSON_OPTION)
    .action(async (options) => {
      const { runVoicesCreate } = await import('#cli/voices-create.ts')
      await runVoicesCreate(options, context)
    })
}

function remove(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('delete', {
    summary: 'delete a voice of your own and its recording',
    description:
      'Delete a voice of your own and its recording, and stop what is being spoken with it. You are asked first.',
    examples: ['griot voices delete "My voice"', 'griot voices delete "My voice" --yes'],
  })
    .argument('<VOICE>', 'the id of a voice of your own, or its name in quotes')
    .option('--yes', 'delete without asking')
    .option(...JSON_OPTION)
    .action(async (voice, options) => {
      const { runVoicesDelete } = await import('#cli/voices-delete.ts')
      await runVoicesDelete(voice, options, context)
    })
}

function sample(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('sample', {
    summary: 'let a voice introduce itself in its own language',
    examples: ['griot voices sample ngozi --play', 'griot voices sample ngozi --out ngozi.mp3'],
  })
    .argument('<VOICE>', ONE_OF_ALL)
    .option(
      '-o, --out <FILE>',
      '"-" writes to standard output (default: sample.EXTENSION, with --play none)',
    )
    .option('--play', 'play it aloud, with a player of this system')
    .option(
      '--format <FORMAT>',
      'as for "griot say" (default: by the extension of --out, else wav)',
    )
    .option('--bitrate <RATE>', 'as for "griot say"', '128k')
    .action(async (voice, options) => {
      const { sampleVoice } = await import('#cli/voices-sample.ts')
      await sampleVoice(voice, options, context)
    })
}
