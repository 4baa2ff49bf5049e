import { expect, test } from 'vitest'
import { AGENTS, agentExample } from './agent-settings.ts'

const apiUrl = 'http://127.0.0.1:4777'

test.each(AGENTS)(
  'the settings for %s are JSON with the address of Griot, or the command',
  (id) => {
    const { code } = agentExample(id, { apiUrl, key: 'a "key"' })
    const { mcpServers, servers } = JSON.parse(code)
    const { griot } = mcpServers ?? servers
    if (id === 'claude') expect(griot).toEqual({ command: 'griot', args: ['mcp'] })
    else
      expect(griot).toMatchObject({
        url: `${apiUrl}/mcp`,
        headers: { Authorization: 'Bearer a "key"' },
      })
  },
)

test('without a key, the editor asks for one or reads it from the environment', () => {
  const settings = JSON.parse(agentExample('vscode', { apiUrl }).code)
  const { Authorization } = settings.servers.griot.headers
  expect(Authorization).toBe(`Bearer \${input:${settings.inputs[0].id}}`)
  expect(agentExample('cursor', { apiUrl }).code).toContain(`Bearer \${env:GRIOT_KEY}`)
})
