import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { GetPromptResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

const text = z.string().max(20_000).describe('The text.')
const language = z.string().max(35).describe('Code of the language: en, am, ha, ig, yo or pcm.')

/** Adds prompts for what people ask of Griot most. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'read_aloud',
    {
      title: 'Read a text aloud',
      description: 'Choose a fitting voice and speak a text.',
      argsSchema: { text },
    },
    (args) =>
      asked(
        `Read the text below aloud with Griot. Find its language with detect_language, choose a voice of that language from list_voices, and call speak. Change no word.\n\n${args.text}`,
      ),
  )
  server.registerPrompt(
    'translate_and_speak',
    {
      title: 'Translate a text and speak it',
      description: 'Translate a text, read the translation over, and speak it.',
      argsSchema: { text, language },
    },
    (args) =>
      asked(
        `Translate the text below into the language "${args.language}" with translate. If the answer says that it is a draft, show it to me and ask whether it is right before you go on. Then speak it with a voice of that language.\n\n${args.text}`,
      ),
  )
  server.registerPrompt(
    'dialogue',
    {
      title: 'Speak a dialogue',
      description: 'Give every speaker a voice and speak line by line.',
      argsSchema: { text },
    },
    (args) =>
      asked(
        `The text below is a dialogue in lines "Name: words". Give each name a voice of its own from list_voices that fits the language of its lines, tell me which, and speak every line into a file of its own, numbered in their order.\n\n${args.text}`,
      ),
  )
}

function asked(words: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text: words } }] }
}
