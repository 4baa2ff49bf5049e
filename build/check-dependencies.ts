import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { CRUISE_OPTIONS, DEPENDENCY_RULES } from './dependency-rules.ts'

/** npm run check: refuses imports that dependency-rules.ts forbids, one line each. */

// dependency-cruiser reads TypeScript with the compiler's API, which version 7 no longer has.
registerHooks({
  resolve: (name, context, next) => {
    const isAsked = context.parentURL?.includes('/node_modules/dependency-cruiser/')
    return next(isAsked ? name.replace(/^typescript(?=\/|$)/, 'typescript-5') : name, context)
  },
})
const { cruise } = await import('dependency-cruiser')

/** Circles are refused in all of them; the other rules hold in src. */
const FOLDERS = ['src', 'build', 'bench', 'e2e', 'eval', 'train']
/** A parser that understands nothing finds no files, and with them no fault. */
const LEAST_FILES = 1_000

process.chdir(join(import.meta.dirname, '..'))
const { output } = await cruise(FOLDERS, {
  ...CRUISE_OPTIONS,
  validate: true,
  ruleSet: DEPENDENCY_RULES,
})
if (typeof output === 'string') throw new Error(output)
const { violations, totalCruised } = output.summary
if (totalCruised < LEAST_FILES) throw new Error(`Only ${totalCruised} files were found.`)
const comments = new Map(DEPENDENCY_RULES.forbidden?.map(({ name, comment }) => [name, comment]))
for (const { rule, from, to, cycle } of violations) {
  const path = [from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')
  process.stderr.write(`${path}\n  ${comments.get(rule.name) ?? rule.name}\n`)
}
process.stdout.write(`${totalCruised} files, ${violations.length} forbidden imports.\n`)
process.exitCode = Number(violations.length > 0)
