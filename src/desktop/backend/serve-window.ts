import type { MessagePortMain } from 'electron'
import type { App } from '#app/app.ts'
import type { Channel, EventMessage } from '#shared/channel.ts'
import { serveChannel } from '#shared/channel-server.ts'

/** Serves one window until its port closes, which also ends the window's jobs. */
export function serveWindow(
  app: Pick<App, 'connect'>,
  port: MessagePortMain,
  onBug: (error: unknown) => void,
): void {
  const channel: Channel = {
    send: (message) => port.postMessage(message),
    listen(onMessage) {
      port.on('message', ({ data }) => onMessage(data))
    },
  }
  const session = app.connect((event, data) => channel.send({ event, data } satisfies EventMessage))
  port.on('close', () => session.close())
  serveChannel(channel, session.handlers, onBug)
  port.start()
}
