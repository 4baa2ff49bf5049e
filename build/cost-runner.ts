import { type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'
import { processorSecondsOf } from '#testing/processor-time.test-support.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file: processor seconds of its imports, its tests and the processes that they started. */
    processorSeconds?: number
  }
}

/** Runs tests as vitest does, and notes what each file costs. */
export default class CostRunner extends TestRunner {
  #secondsBefore: number | undefined

  override onCollectStart(file: RunnerTestFile): void {
    this.#secondsBefore = processorSecondsOf(process.pid)
    super.onCollectStart(file)
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if (!('filepath' in suite)) return
    const seconds = processorSecondsOf(process.pid)
    if (seconds === undefined || this.#secondsBefore === undefined) return
    suite.meta.processorSeconds = seconds - this.#secondsBefore
  }
}
