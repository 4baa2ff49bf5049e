// Only types: tests outside of the studio's bundle import this file too.
import type { TextKey } from '#renderer/i18n/i18n.ts'

/** Agents whose settings are shown, in the order of their tabs. */
export const AGENTS = ['claude', 'vscode', 'cursor'] as const
export type AgentId = (typeof AGENTS)[number]

/** Whether an example is the settings of an agent. */
export function isAgent(id: string): id is AgentId {
  return AGENTS.some((agent) => agent === id)
}

/** Settings with which an agent finds Griot over the Model Context Protocol, with the real address and key where it needs them. */
export function agentExample(
  id: AgentId,
  { apiUrl, key }: { readonly apiUrl: string; readonly key?: string | undefined },
): { readonly code: string; readonly howTo: TextKey } {
  const url = `${apiUrl}/mcp`
  const headers = (variable: string) => ({ Authorization: `Bearer ${key ?? variable}` })
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the agent fills them in
  const settings = {
    // It starts a program of this computer, and shows no key.
    claude: { mcpServers: { griot: { command: 'griot', args: ['mcp'] } } },
    vscode: {
      servers: { griot: { type: 'http', url, headers: headers('${input:griot-key}') } },
      ...(key === undefined ? { inputs: [VSCODE_INPUT] } : {}),
    },
    cursor: { mcpServers: { griot: { url, headers: headers('${env:GRIOT_KEY}') } } },
  }
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the agent fills them in
  return { code: `${JSON.stringify(settings[id], null, 2)}\n`, howTo: `api:examples.howTo.${id}` }
}

/** Lets the editor ask for the key once, and keep it. */
const VSCODE_INPUT = {
  ...{ type: 'promptString', id: 'griot-key', description: 'Griot' },
  password: true,
}
