import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { processorSecondsOf } from '#testing/processor-time.test-support.ts'
import { sampleMachineSpeed } from './machine-speed.ts'
import { LEFT_BYTES, roomFault, TEST_BYTES } from './room-for-tests.ts'
import { costsInWords, type FileCost, playwrightCosts, vitestCosts } from './test-costs.ts'
import {
  type Counts,
  closingLine,
  type Ending,
  endingInWords,
  failuresInWords,
  playwrightCounts,
  total,
  vitestCounts,
} from './test-counts.ts'
import {
  environmentOf,
  filesOfFullTier,
  type Part,
  playwrightArguments,
  vitestArguments,
} from './test-runners.ts'

/** Signals by which npm and a terminal end a program. */
const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/**
 * Processor seconds that "npm test" may take. Two cores have 960 in eight minutes. What goes beyond has to be made cheaper,
 * or belongs into the full tier. A machine that is slower (build/machine-speed.ts) has more of them.
 */
const BUDGET_SECONDS = 800
const SUITES = ['unit', 'journeys', 'oracles', 'clients', 'services'] as const

type Suite = (typeof SUITES)[number]

interface Runner {
  readonly name: string
  readonly args: readonly string[]
  /** Variables of its environment, besides ours. */
  readonly variables: Readonly<Record<string, string>>
  readonly count: (ending: Ending) => Counts
  readonly costs: () => readonly FileCost[]
}

const { part, shard, suites } = options()
const fault = roomFault(tmpdir(), TEST_BYTES)
if (fault) {
  say(fault)
  process.exit(1)
}
const reports = mkdtempSync(join(tmpdir(), 'griot-tests-'))
const report = (name: string): string => join(reports, name)

let stopped: NodeJS.Signals | undefined
const startedMs = Date.now()
const speed = sampleMachineSpeed()
const counts: Counts[] = []
const costs: FileCost[] = []
for (const suite of suites) {
  if (stopped) break
  const runner = runnerOf(suite)
  const ending = await runToEnd(runner)
  const counted = runner.count(ending)
  if (counted.isBroken) say(`${runner.name} ${endingInWords(ending)}: that counts as one failure.`)
  counts.push(counted)
  costs.push(...runner.costs())
}
rmSync(reports, { recursive: true, force: true })
const faultAtEnd = roomFault(tmpdir(), LEFT_BYTES)
const sum = total(counts)
const seconds = processorSecondsOf(process.pid)
const slowness = speed.slowness()
const isTooDear = part === 'core' && Number(seconds) / Math.max(1, slowness) > BUDGET_SECONDS
process.exitCode = stopped ? 128 + constants.signals[stopped] : Number(sum.failed > 0 || isTooDear)
if (seconds !== undefined) {
  process.stdout.write(`\n${costsInWords(costs, seconds, (Date.now() - startedMs) / 1000)}`)
  say(
    `The same work takes ${slowness.toFixed(2)} times as long here as where the budget was measured.`,
  )
}
if (faultAtEnd && sum.failed > 0) say(faultAtEnd)
if (isTooDear && !stopped) {
  say(
    `The tests took more than their budget of ${BUDGET_SECONDS} processor seconds (build/run-tests.ts). Make them cheaper, or move some into files named *.full.test.ts.`,
  )
}
process.stdout.write(`\n${failuresInWords(sum.failures)}${closingLine(sum)}\n`)

function runnerOf(suite: Suite): Runner {
  if (suite === 'journeys') {
    return {
      name: 'Playwright',
      args: playwrightArguments(part, ['--reporter=list,json', ...shard]),
      variables: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright.json') },
      count: (ending) => playwrightCounts(report('playwright.json'), ending),
      costs: () => playwrightCosts(report('playwright.json')),
    }
  }
  const config = suite === 'unit' ? [] : ['--config', `e2e/${suite}/vitest.config.ts`]
  const folders = suite === 'unit' ? '{src,build,eval,train}' : `e2e/${suite}`
  const files = globSync(`${folders}/**/*.test.ts`, { cwd: process.cwd() }).sort()
  return {
    name: suite === 'unit' ? 'vitest' : `vitest for the ${suite}`,
    args: vitestArguments([
      ...config,
      '--reporter=default',
      '--reporter=json',
      `--reporter=${join(import.meta.dirname, 'cost-reporter.ts')}`,
      `--outputFile.json=${report(`${suite}.json`)}`,
      ...shard,
      ...(part === 'rest' ? filesOfFullTier(process.cwd(), files) : []),
    ]),
    variables: { GRIOT_TEST_COSTS: report(`${suite}.costs.json`) },
    count: (ending) => vitestCounts(report(`${suite}.json`), ending),
    costs: () => vitestCosts(report(`${suite}.costs.json`)),
  }
}

/** What the command line asks for; ends the process in words if it is no such request. */
function options(): {
  readonly part: Part
  readonly shard: readonly string[]
  readonly suites: readonly Suite[]
} {
  try {
    const { values, positionals } = parseArgs({
      options: {
        full: { type: 'boolean', default: false },
        'without-core': { type: 'boolean', default: false },
        shard: { type: 'string' },
      },
      allowPositionals: true,
    })
    const named = positionals.filter((name): name is Suite => SUITES.some((one) => one === name))
    const isShard = values.shard === undefined || /^[1-9]\d*\/[1-9]\d*$/.test(values.shard)
    // What "npm test" leaves out is in the full tier alone.
    const isPart = values.full || !values['without-core']
    if (named.length === positionals.length && isShard && isPart) {
      return {
        part: partOf(values),
        shard: values.shard ? [`--shard=${values.shard}`] : [],
        suites: named.length > 0 ? named : values.full ? SUITES : ['unit', 'journeys'],
      }
    }
  } catch {
    // An option that does not exist: the words below name those that do.
  }
  say(
    [
      'npm test                                     the tests of every change',
      'npm run test:full -- --shard 1/4 [SUITE …]   a quarter of all tests; without --shard, all of them',
      `                                             SUITE: ${SUITES.join(', ')};`,
      '                                             with --without-core, only what "npm test" leaves out',
      'npm run test:unit -- FILES                   some unit tests',
      'npm run test:e2e -- FILES                    some journeys',
    ].join('\n'),
  )
  return process.exit(1)
}

function partOf(values: { readonly full: boolean; readonly 'without-core': boolean }): Part {
  if (!values.full) return 'core'
  return values['without-core'] ? 'rest' : 'all'
}

/** Runs one of the runners, which writes where we write, and gives back how it ended. */
async function runToEnd({ args, variables }: Runner): Promise<Ending> {
  const env = { ...environmentOf(part), ...variables }
  const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
  const stop = (signal: NodeJS.Signals): void => {
    stopped = signal
    // A terminal sends Ctrl-C to the runner as well; twice would cut its summary off.
    if (signal !== 'SIGINT') child.kill(signal)
  }
  for (const signal of STOPS) process.on(signal, stop)
  try {
    return await new Promise((resolve) => {
      child.once('error', ({ message }) => resolve({ message }))
      child.once('close', (code, signal) => resolve(code === null ? { signal } : { code }))
    })
  } finally {
    for (const signal of STOPS) process.off(signal, stop)
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
