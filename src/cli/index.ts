import { homeFolder } from '#storage/home.ts'
import { keepCompiledCode } from './compiled-code.ts'

// First, and alone: what is imported before this is compiled anew by every command.
keepCompiledCode(homeFolder(process.env))
await import('./main.ts')
