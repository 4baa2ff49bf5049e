import { z } from 'zod'
import { DesktopTexts, MENU_COMMANDS } from './desktop.ts'

const Id = z.object({ id: z.number().int().nonnegative() })
/** A process to start; `commercialOnly`: it uses only what may be used commercially. */
const Start = Id.extend({ commercialOnly: z.boolean().optional() })

/** Message from the desktop's main process to the backend. `window` and `worker` come with a port. */
export const ToBackend = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('window') }),
  z.object({ kind: z.literal('worker'), ...Id.shape }),
  z.object({ kind: z.literal('worker-exit'), ...Id.shape, reason: z.string() }),
  /** `path` is left out if the dialog was cancelled. */
  z.object({ kind: z.literal('save-path'), ...Id.shape, path: z.string().optional() }),
  /** `path` is left out if the dialog was cancelled. */
  z.object({ kind: z.literal('folder'), ...Id.shape, path: z.string().optional() }),
  /** Whether this system can encrypt secrets for its user. */
  z.object({ kind: z.literal('encryption'), ...Id.shape, isAvailable: z.boolean() }),
  /** Encrypted (base64) or decrypted text; left out if the system refused. */
  z.object({ kind: z.literal('encryption-result'), ...Id.shape, text: z.string().optional() }),
  /** The menu bar asks something of the window. */
  z.object({ kind: z.literal('menu'), command: z.enum(MENU_COMMANDS) }),
  /** Opens a project: one of the list by its id, or a project file or a folder by its path. */
  z.object({ kind: z.literal('open-project'), projectId: z.string().max(64) }),
  z.object({ kind: z.literal('open-path'), path: z.string().max(4_096) }),
  z.object({ kind: z.literal('close') }),
])
export type ToBackend = z.infer<typeof ToBackend>

/**
 * Message from the backend to the main process, which alone can start processes, open dialogs and use the system's
 * keyring.
 */
export const FromBackend = z.discriminatedUnion('kind', [
  z.object({
    ...{ kind: z.literal('start-worker'), ...Start.shape },
    engine: z.string().max(100),
  }),
  /** Starts the process of the built-in translator. */
  z.object({ kind: z.literal('start-translator'), ...Start.shape }),
  /** Starts a process that opens a pack of models. */
  z.object({ kind: z.literal('start-model'), ...Start.shape }),
  z.object({ kind: z.literal('stop-worker'), ...Id.shape }),
  z.object({ kind: z.literal('choose-save-path'), ...Id.shape, fileName: z.string().max(255) }),
  /** Asks for a folder that holds the files of a pack. */
  z.object({ kind: z.literal('choose-folder'), ...Id.shape }),
  /** Shows a file that was saved. */
  z.object({ kind: z.literal('show-in-folder'), ...Id.shape, path: z.string().max(4_096) }),
  /** Shows a notice of the system while no window is in front. */
  z.object({
    ...{ kind: z.literal('notify'), ...Id.shape },
    ...{ title: z.string().max(200), body: z.string().max(1_000) },
  }),
  /** The projects that were opened last, for the menu bar. */
  z.object({
    ...{ kind: z.literal('recent-projects'), ...Id.shape },
    projects: z.array(z.object({ id: z.string(), title: z.string() })).max(10),
  }),
  /** Texts of the menu bar, the tray and the dialogs in the language of the studio. */
  z.object({ kind: z.literal('texts'), ...Id.shape, texts: DesktopTexts }),
  /** The API answers at this address. */
  z.object({ kind: z.literal('api-address'), ...Id.shape, url: z.string() }),
  z.object({ kind: z.literal('check-encryption'), ...Id.shape }),
  /** Encrypts a secret that only this user on this system can decrypt. */
  z.object({ kind: z.literal('encrypt'), ...Id.shape, plain: z.string().max(10_000) }),
  /** Decrypts what `encrypt` returned, in base64. */
  z.object({ kind: z.literal('decrypt'), ...Id.shape, encrypted: z.base64().max(100_000) }),
  /** The backend cannot continue; `message` is shown to the user. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
export type FromBackend = z.infer<typeof FromBackend>
