import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

// Loaded before the command line by "npm run griot": in a fresh checkout "griot serve" has nothing to serve yet.
if (process.argv[2] === 'serve') {
  const { buildIfStale } = await import('./studio-build.ts')
  try {
    await buildIfStale(ROOT, (line) => process.stderr.write(`${line}\n`))
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
