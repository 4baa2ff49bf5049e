import type { components } from './api.js'

type SpeechEvent = components['schemas']['TimedSpeechEvent']

/** Events of a `text/event-stream` whose data are one line of JSON each, as Griot sends them. */
export async function* readEvents(answer: Response): AsyncGenerator<SpeechEvent, void> {
  const reader = answer.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  let unread = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      unread += decoder.decode(value, { stream: !done })
      const events = unread.split('\n\n')
      unread = done ? '' : (events.pop() ?? '')
      for (const event of events)
        if (event.startsWith('data: ')) yield JSON.parse(event.slice('data: '.length))
      if (done) return
    }
  } finally {
    // Whoever stops reading wants no more of it to be made.
    await reader.cancel().catch(() => undefined)
  }
}
