import { z } from 'zod'

/** A browser that is signed in to the studio, as its owner may see it. Times in RFC 3339, UTC. */
export const BrowserRecord = z.object({
  id: z.number(),
  /** As it calls itself, such as "Firefox on Linux". */
  name: z.string(),
  signedInBy: z.enum(['link', 'key']),
  signedInAt: z.string(),
  /** Right to ten minutes. */
  lastSeenAt: z.string(),
})
export type BrowserRecord = z.infer<typeof BrowserRecord>

/** The contract table's part about browsers that are signed in to the studio. */
export const browserMethods = {
  /** `isThis`: the one that asks. */
  'browsers.list': {
    input: z.object({}),
    output: z.array(BrowserRecord.extend({ isThis: z.boolean() })),
  },
  'browsers.signOut': { input: z.object({ id: z.number().int() }), output: BrowserRecord },
  /** Every one but the one that asks; answers how many that were. */
  'browsers.signOutOthers': {
    input: z.object({}),
    output: z.object({ signedOut: z.number() }),
  },
} as const
