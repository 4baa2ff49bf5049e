import { isSignedFormat } from '#provenance/sign-answer.ts'
import type { DiskSpace } from '#storage/disk-space.ts'
import type { AppDependencies } from './app.ts'
import type { OpenRows } from './open-database.ts'

/** Dependencies that write something new to the data folder. */
type Storing = Pick<
  AppDependencies,
  | 'files'
  | 'openBatches'
  | 'clips'
  | 'customVoices'
  | 'playlists'
  | 'exporter'
  | 'provenance'
  | 'takes'
  | 'transcripts'
  | 'translationMemory'
  | 'verifications'
>

/**
 * Dependencies that refuse to begin what stores, with AppError('storage/moved') or ('storage/busy') while the library cannot be saved and
 * ('storage/full') on a full disk. Work in progress goes on, and so do reading, deleting, and speech that is neither
 * signed nor stored.
 */
export function withDiskSpaceCheck<P extends Storing>(
  dependencies: P,
  database: Pick<OpenRows, 'check'>,
  diskSpace: Pick<DiskSpace, 'check'>,
): P {
  const check = (): void => {
    database.check()
    diskSpace.check()
  }
  const {
    files,
    openBatches,
    clips,
    customVoices,
    playlists,
    exporter,
    provenance,
    takes,
    transcripts,
    translationMemory,
    verifications,
  } = dependencies
  /** Temporary files may be refused half-way: nothing is lost with them. */
  async function* whileThereIsRoom(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      diskSpace.check()
      yield piece
    }
  }
  return {
    ...dependencies,
    files: {
      ...files,
      async add(...args) {
        check()
        return files.add(...args)
      },
    },
    openBatches(speech) {
      const opened = openBatches(speech)
      const create: typeof opened.batches.create = async (...args) => {
        check()
        return opened.batches.create(...args)
      }
      return { ...opened, batches: { ...opened.batches, create } }
    },
    clips: {
      ...clips,
      async begin(...args) {
        check()
        return clips.begin(...args)
      },
    },
    customVoices: {
      ...customVoices,
      async receive(...args) {
        check()
        return customVoices.receive(...args)
      },
    },
    playlists: {
      ...playlists,
      async start(...args) {
        check()
        return playlists.start(...args)
      },
    },
    exporter: {
      ...exporter,
      async run(...args) {
        check()
        return exporter.run(...args)
      },
    },
    provenance: {
      ...provenance,
      // A signed answer is registered at its end, when it is too late to refuse it.
      async signAnswer(chunks, output, ...args) {
        if (isSignedFormat(output.format)) check()
        return provenance.signAnswer(chunks, output, ...args)
      },
    },
    takes: {
      ...takes,
      async keep(...args) {
        check()
        return takes.keep(...args)
      },
    },
    transcripts: {
      // Of what is said live, nothing is stored.
      live: transcripts.live,
      async open(...args) {
        check()
        const job = await transcripts.open(...args)
        return {
          ...job,
          take: (bytes) => job.take(whileThereIsRoom(bytes)),
          async fetch(...link) {
            diskSpace.check()
            return job.fetch(...link)
          },
          async use(...path) {
            diskSpace.check()
            return job.use(...path)
          },
        }
      },
    },
    translationMemory: {
      ...translationMemory,
      remember(...args) {
        check()
        return translationMemory.remember(...args)
      },
    },
    verifications: {
      async open(...args) {
        check()
        const one = await verifications.open(...args)
        return {
          ...one,
          async append(...piece) {
            diskSpace.check()
            return one.append(...piece)
          },
        }
      },
    },
  }
}
