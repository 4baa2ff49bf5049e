import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import type { RealHost } from '#server/real-host.test-support.ts'
import { withPageOfOthers } from './page-of-others.ts'
import { PROGRAMS } from './run-program.ts'

/** Runs a program of the folder `programs/in-page`, bundled, in Chromium against `host`, with a key or a guest token, and gives what it answers. */
export async function answerInPage(host: RealHost, file: string, key: string): Promise<unknown> {
  const bytes = await bundled(file)
  const text = 'Good morning from Lagos. The market opens at seven, and the buses leave at eight.'
  let answer: unknown
  await withPageOfOthers(
    host,
    async (path) =>
      path === '/program.js'
        ? { type: 'text/javascript', bytes }
        : { type: 'text/html', bytes: '<!doctype html><title>A page</title>' },
    async ({ page, origin, url }) => {
      await page.goto(origin)
      const given = JSON.stringify({ url, key, text })
      answer = await page.evaluate(`import('/program.js').then(({ run }) => run(${given}))`)
    },
  )
  return answer
}

async function bundled(file: string): Promise<string> {
  const made = await build({
    ...{ root: PROGRAMS, configFile: false, logLevel: 'error' },
    build: {
      ...{ write: false, minify: false, target: 'es2024' },
      lib: { entry: join(PROGRAMS, 'in-page', file), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [{ output }] = [made].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return output[0].code
}
