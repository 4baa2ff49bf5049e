import { z } from 'zod'

const Id = z.object({ id: z.number().int().nonnegative() })

/** What the desktop's main process tells the engine. `window` and `synth` come with a port. */
export const ToEngine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('window') }),
  z.object({ kind: z.literal('synth'), ...Id.shape }),
  z.object({ kind: z.literal('synth-exit'), ...Id.shape, reason: z.string() }),
  /** `path` is left out when the person changed their mind. */
  z.object({ kind: z.literal('save-path'), ...Id.shape, path: z.string().optional() }),
  /** Whether this system keeps secrets for its user. */
  z.object({ kind: z.literal('sealing'), ...Id.shape, isAvailable: z.boolean() }),
  /** What was sealed or opened; `text` is left out where the system refused. */
  z.object({ kind: z.literal('secret'), ...Id.shape, text: z.string().optional() }),
  z.object({ kind: z.literal('close') }),
])
export type ToEngine = z.infer<typeof ToEngine>

/** What the engine asks of the main process, which alone can start processes, open dialogs and reach the system's keeper of secrets. */
export const FromEngine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start-synth'), ...Id.shape, engine: z.string().max(100) }),
  z.object({ kind: z.literal('stop-synth'), ...Id.shape }),
  z.object({ kind: z.literal('choose-save-path'), ...Id.shape, fileName: z.string().max(255) }),
  z.object({ kind: z.literal('ask-sealing'), ...Id.shape }),
  /** Seal a secret so that only this user on this system can open it; it is answered in base64. */
  z.object({ kind: z.literal('seal'), ...Id.shape, plain: z.string().max(10_000) }),
  /** Open what was sealed, given in base64. */
  z.object({ kind: z.literal('open-sealed'), ...Id.shape, sealed: z.base64().max(100_000) }),
  /** It cannot go on; `message` is for the person. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
export type FromEngine = z.infer<typeof FromEngine>
