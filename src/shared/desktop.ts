import { z } from 'zod'

const Id = z.object({ id: z.number().int().nonnegative() })

/** What the desktop's main process tells the engine. `window` and `synth` come with a port. */
export const ToEngine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('window') }),
  z.object({ kind: z.literal('synth'), ...Id.shape }),
  z.object({ kind: z.literal('synth-exit'), ...Id.shape, reason: z.string() }),
  /** `path` is left out when the person changed their mind. */
  z.object({ kind: z.literal('save-path'), ...Id.shape, path: z.string().optional() }),
  z.object({ kind: z.literal('close') }),
])
export type ToEngine = z.infer<typeof ToEngine>

/** What the engine asks of the main process, which alone can start processes and open dialogs. */
export const FromEngine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start-synth'), ...Id.shape }),
  z.object({ kind: z.literal('stop-synth'), ...Id.shape }),
  z.object({ kind: z.literal('choose-save-path'), ...Id.shape, fileName: z.string().max(255) }),
  /** It cannot go on; `message` is for the person. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
export type FromEngine = z.infer<typeof FromEngine>
