import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'playwright/test'
import { processorSecondsOf } from '#testing/processor-time.test-support.ts'
import { type FirstState, rememberFirstState } from './first-state.ts'
import { type GriotServer, startHost, stopHost } from './host.ts'

type Variables = Readonly<Record<string, string>>

export interface OfTest {
  /**
   * The program that all journeys of a process share. Each journey finds it as after its first start, with a link of its own.
   */
  host: GriotServer
  /** A program that this journey alone uses, for journeys that stop it, or that need a true first start or other variables. */
  ownHost: GriotServer
  /** Ends `ownHost`. */
  stop: () => Promise<void>
  /** Ends `ownHost` and starts it again on the same port. */
  restart: () => Promise<GriotServer>
  /** Where `ownHost` listens. 0 is any port that is free. */
  port: string
  /** More environment variables of `ownHost`. */
  ownVariables: Variables
  /** An empty folder, which is removed after the journey. */
  folder: string
  /** Notes in the report how many processor seconds the journey took, those of its process' first start with it. */
  processorSeconds: { note(): void }
}

export interface OfWorker {
  /** The program behind `host`. */
  sharedHost: { readonly host: GriotServer; readonly firstState: FirstState }
  /** More environment variables of every program of these journeys. */
  variables: Variables
  /** The WAV file that the microphone of the browser plays in a loop; see recorder-actions.ts. */
  microphone: string
}

/**
 * The program and the browser start once for each of Playwright's processes; browser context, project and library are new in
 * each journey. A file that sets `variables` has a process of its own, and so a program and a browser of its own.
 */
export const test = base.extend<OfTest, OfWorker>({
  variables: [{}, { scope: 'worker', option: true }],
  sharedHost: [
    async ({ variables }, use) => {
      const home = await newFolder()
      const host = await startHost(home, variables)
      const firstState = rememberFirstState(home)
      await use({ host, firstState })
      firstState.close()
      await stopHost(host.process)
      await remove(home)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  microphone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const folder = await newFolder()
      await use(join(folder, 'microphone.wav'))
      await remove(folder)
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, microphone }, use) => {
      const args = [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-audio-capture=${microphone}`,
      ]
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
    },
    { scope: 'worker' },
  ],
  host: async ({ sharedHost: { host, firstState } }, use) => {
    firstState.restore()
    await use({ ...host, studioUrl: await firstState.newLink() })
  },
  port: ['0', { option: true }],
  ownVariables: [{}, { option: true }],
  ownHost: async ({ variables, ownVariables, port }, use) => {
    const home = await newFolder()
    const host = await startHost(home, { ...variables, ...ownVariables }, port)
    await use(host)
    await stopHost(host.process)
    await remove(home)
  },
  stop: async ({ ownHost }, use) => use(() => stopHost(ownHost.process)),
  restart: async ({ ownHost, variables, ownVariables }, use) => {
    const started: GriotServer[] = []
    await use(async () => {
      for (const host of [ownHost, ...started]) await stopHost(host.process)
      const { port } = new URL(ownHost.url)
      const again = await startHost(ownHost.home, { ...variables, ...ownVariables }, port)
      started.push(again)
      return again
    })
    for (const host of started) await stopHost(host.process)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  folder: async ({}, use) => {
    const folder = await newFolder()
    await use(folder)
    await remove(folder)
  },
  context: async ({ context, processorSeconds }, use) => {
    await use(context)
    // Nobody adds up what the processes of the pages took once they have ended.
    processorSeconds.note()
  },
  processorSeconds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use, { annotations }) => {
      const before = processorSecondsOf(process.pid)
      if (before === undefined) {
        await use({ note: () => undefined })
        return
      }
      let most = before
      const note = (): void => {
        most = Math.max(most, processorSecondsOf(process.pid) ?? 0)
      }
      await use({ note })
      note()
      annotations.push({ type: 'processor seconds', description: (most - before).toFixed(1) })
    },
    { auto: true },
  ],
})

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'griot ohùn '))
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10 })
}
