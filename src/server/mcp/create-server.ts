import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { addPrompts } from './prompts.ts'
import { addRecordingTools } from './recording-tools.ts'
import { addResources } from './resources.ts'
import type { McpSession } from './session.ts'
import { addSpeakTool } from './speak-tool.ts'
import { addTextTools } from './text-tools.ts'
import { addVoiceTools } from './voice-tools.ts'

const INSTRUCTIONS =
  'Griot speaks, translates and writes down English (en), Amharic (am), Hausa (ha), Igbo (ig), Yoruba (yo) and Nigerian Pidgin (pcm), on this computer. Its sound is marked as AI-generated.'

/** The server of one session, with all tools, resources and prompts; connect it to a transport (MCP 2025-11-25). */
export function createMcpServer(session: McpSession): McpServer {
  const { version } = session.app
  const server = new McpServer(
    { name: 'griot', title: 'Griot', version },
    { instructions: INSTRUCTIONS },
  )
  addSpeakTool(server, session)
  addVoiceTools(server, session)
  addTextTools(server, session)
  addRecordingTools(server, session)
  addResources(server, session)
  addPrompts(server)
  return server
}
