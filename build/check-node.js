// Plain JavaScript that the oldest Node can read: it runs before anything that needs a newer one.
import { existsSync } from 'node:fs'

const NEEDED = 24
const major = Number(process.versions.node.split('.')[0])

if (!existsSync(new URL('../node_modules/.package-lock.json', import.meta.url)))
  stop(['The packages of Griot are not installed here yet. To install them:', '', '  npm ci', ''])

if (major < NEEDED)
  stop([
    `Griot needs Node ${NEEDED} or newer; this is ${process.versions.node} (${process.execPath}).`,
    'npm install brings a fitting one along, unless its install scripts were switched off. To mend it:',
    '',
    '  npm rebuild node --ignore-scripts=false',
    '',
    'or install Node 24 from https://nodejs.org, then try again.',
    '',
  ])

/**
 * Says why nothing can be run, and ends.
 * @param {readonly string[]} lines
 * @returns {never}
 */
function stop(lines) {
  process.stderr.write(lines.join('\n'))
  process.exit(1)
}
