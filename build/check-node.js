// Plain JavaScript that the oldest Node can read: it runs before anything that needs a newer one.
const NEEDED = 22
const major = Number(process.versions.node.split('.')[0])

if (major < NEEDED) {
  process.stderr.write(
    [
      `Griot needs Node ${NEEDED} or newer; this is ${process.versions.node} (${process.execPath}).`,
      'npm install brings a fitting one along, unless its install scripts were switched off. To mend it:',
      '',
      '  npm rebuild node --ignore-scripts=false',
      '',
      'or install Node 24 from https://nodejs.org, then try again.',
      '',
    ].join('\n'),
  )
  process.exit(1)
}
