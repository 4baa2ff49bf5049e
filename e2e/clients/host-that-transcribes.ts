import { openHttpServer, sendJson } from '#app/services/http-server.test-support.ts'
import { openRealHost, type RealHost } from '#server/real-host.test-support.ts'

/** What the program that stands in for a server of transcription hears in every recording. */
export const HEARD = {
  ...{ text: 'Good morning from Lagos.', language: 'english' },
  ...{ segments: [{ text: ' Good morning from Lagos.', start: 0, end: 1 }], words: [] },
}

/** The real host, beside which a program transcribes. */
export async function openHostThatTranscribes(): Promise<RealHost> {
  const program = await openHttpServer((_asked, response) => sendJson(response, HEARD))
  const host = await openRealHost({ transcribeUrl: program.url })
  return {
    ...host,
    async close() {
      await host.close()
      await program.close()
    },
  }
}
