import type { Page } from 'playwright/test'

/** Requests to speak that a page sends from now on. */
export function speechRequests(page: Page): string[] {
  const sent: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('speech.start')) sent.push(String(payload))
    }),
  )
  return sent
}
