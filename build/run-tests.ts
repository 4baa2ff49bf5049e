import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  closingLine,
  type Ending,
  endingInWords,
  failuresInWords,
  playwrightCounts,
  total,
  vitestCounts,
} from './test-counts.ts'

const PACKAGES = join(import.meta.dirname, '../node_modules')
/** Signals by which npm and a terminal end a program. */
const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

if (process.argv.length > 2) {
  say(
    '"npm test" runs every test. For some: npm run test:unit -- FILES, or npm run test:e2e -- FILES',
  )
  process.exit(1)
}

const reports = mkdtempSync(join(tmpdir(), 'griot-tests-'))
const report = (name: string): string => join(reports, name)
const runners = [
  {
    name: 'vitest',
    args: [
      ...[join(PACKAGES, 'vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json'],
      `--outputFile.json=${report('vitest.json')}`,
    ],
    count: (ending: Ending) => vitestCounts(report('vitest.json'), ending),
  },
  {
    name: 'Playwright',
    args: [join(PACKAGES, 'playwright/cli.js'), 'test', '--reporter=list,json'],
    count: (ending: Ending) => playwrightCounts(report('playwright.json'), ending),
  },
] as const

let stopped: NodeJS.Signals | undefined
const counts = []
for (const { name, args, count } of runners) {
  if (stopped) break
  const ending = await runToEnd(args)
  const counted = count(ending)
  if (counted.isBroken) say(`${name} ${endingInWords(ending)}: that counts as one failure.`)
  counts.push(counted)
}
rmSync(reports, { recursive: true, force: true })
const sum = total(counts)
process.exitCode = stopped ? 128 + constants.signals[stopped] : Number(sum.failed > 0)
process.stdout.write(`\n${failuresInWords(sum.failures)}${closingLine(sum)}\n`)

/** Runs one of the runners, which writes where we write, and gives back how it ended. */
async function runToEnd(args: readonly string[]): Promise<Ending> {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright.json') }
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
