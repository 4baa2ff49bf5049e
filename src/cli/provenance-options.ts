import type { parseCommand } from './help.ts'

/** The options of `griot provenance`; each action takes some of them. */
export const OPTIONS = {
  json: { type: 'boolean', default: false },
  account: { type: 'string' },
  out: { type: 'string' },
  yes: { type: 'boolean', default: false },
} as const
export type Option = keyof typeof OPTIONS
export type Given = ReturnType<typeof parseCommand<typeof OPTIONS>>['values']
