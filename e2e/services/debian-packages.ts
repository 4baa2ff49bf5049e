import { SERVICES } from '#testing/services/debian-services.test-support.ts'

// Printed for the shell command that installs them.
const packages = Object.values(SERVICES).map(({ debianPackage }) => debianPackage)
process.stdout.write(`${packages.join(' ')}\n`)
