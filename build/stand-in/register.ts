import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import { becomeUtilityProcess } from './utility.ts'

// Loaded before the program: "electron" then means the stand-in, and a worker is a utility process.
if (!isMainThread) becomeUtilityProcess()
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron') return next(specifier, context)
    return { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true }
  },
})
