import { debianPackagesOf, ORACLE_PROGRAMS } from './programs.ts'

// Printed for the shell command that installs them.
process.stdout.write(`${debianPackagesOf(ORACLE_PROGRAMS).join(' ')}\n`)
