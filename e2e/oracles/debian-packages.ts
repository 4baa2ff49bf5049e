import { debianPackagesOf, ORACLE_PROGRAMS } from './programs.ts'

// For the shell, which installs them.
process.stdout.write(`${debianPackagesOf(ORACLE_PROGRAMS).join(' ')}\n`)
