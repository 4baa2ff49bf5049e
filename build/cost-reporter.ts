import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type {} from './cost-runner.ts'
import type { FileCost } from './test-costs.ts'

/** Writes what each test file cost, as JSON, into the file that GRIOT_TEST_COSTS names. */
export default class CostReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env['GRIOT_TEST_COSTS']
    if (!path) return
    const costs: readonly FileCost[] = modules.map((module) => ({
      file: module.relativeModuleId,
      seconds: module.meta().processorSeconds ?? 0,
    }))
    writeFileSync(path, JSON.stringify(costs))
  }
}
