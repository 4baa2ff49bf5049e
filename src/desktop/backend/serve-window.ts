import type { MessagePortMain } from 'electron'
import type { App } from '#app/app.ts'
import { serve } from '#shared/serve.ts'
import type { News, Wire } from '#shared/wire.ts'

/** Answers one window until its port closes; then its jobs end with it. */
export function serveWindow(
  app: Pick<App, 'connect'>,
  port: MessagePortMain,
  onBug: (error: unknown) => void,
): void {
  const wire: Wire = {
    send: (message) => port.postMessage(message),
    listen(onMessage) {
      port.on('message', ({ data }) => onMessage(data))
    },
  }
  const session = app.connect((event, data) => wire.send({ event, data } satisfies News))
  port.on('close', () => session.close())
  serve(wire, session.handlers, onBug)
  port.start()
}
