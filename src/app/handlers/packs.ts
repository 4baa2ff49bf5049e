import type { Packs } from '#packs/packs.ts'
import type { EmitEvent, Handlers } from '#shared/api.ts'
import { AppError } from '#shared/errors.ts'

type PackMethod = Extract<keyof Handlers, `packs.${string}`>

/** Asks the person for a folder, on the desktop; undefined where they cancel. */
export type ChooseFolder = () => Promise<string | undefined>

export interface PackHandlers {
  readonly handlers: Pick<Handlers, PackMethod>
  close(): void
}

/** Answers what a window asks about packs, and tells it when one is not what it was. */
export function packHandlers(
  packs: Packs,
  chooseFolder: ChooseFolder | undefined,
  emit: EmitEvent,
  onBug: (error: unknown) => void,
): PackHandlers {
  const stop = packs.onChange((id) => {
    packs.summary(id).then((pack) => emit('packs.changed', pack), onBug)
  })
  return {
    close: stop,
    handlers: {
      'packs.list': () => packs.list(),
      'packs.show': ({ id }) => packs.show(id),
      'packs.accept': ({ id, licence }) => packs.accept(id, licence),
      'packs.install': ({ id }) => packs.install(id),
      'packs.pause': ({ id }) => packs.pause(id),
      'packs.cancel': ({ id }) => packs.cancel(id),
      'packs.verify': ({ id }) => packs.verify(id),
      'packs.remove': ({ id }) => packs.remove(id),
      'packs.importAsks': async () => ({ asks: chooseFolder !== undefined }),
      async 'packs.import'({ id, folder }) {
        const from = folder ?? (await chooseFolder?.())
        if (from !== undefined && from.trim() !== '') return packs.import(id, from)
        throw new AppError('pack/incomplete', 'No folder was chosen, so nothing was imported.')
      },
    },
  }
}
