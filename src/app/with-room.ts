import { isSigned } from '#provenance/sign-answer.ts'
import type { Database } from '#storage/db/database.ts'
import type { Room } from '#storage/room.ts'
import type { Parts } from './app.ts'

/** What puts something new on the disk of a data folder. */
type Storing = Pick<
  Parts,
  | 'files'
  | 'clips'
  | 'customVoices'
  | 'playlists'
  | 'exporter'
  | 'provenance'
  | 'transcripts'
  | 'checks'
>

/**
 * The same parts, which begin nothing that stores while the library cannot save it or the disk has no room for it: they
 * throw AppError('storage/moved') and ('storage/full'). What was begun before goes on, and so do reading, deleting, and speech that is neither signed nor stored.
 */
export function withRoom<P extends Storing>(
  parts: P,
  database: Pick<Database, 'check'>,
  room: Pick<Room, 'check'>,
): P {
  const check = (): void => {
    database.check()
    room.check()
  }
  const { files, clips, customVoices, playlists, exporter, provenance, transcripts, checks } = parts
  /** What only lies here while it is worked on may be refused half-way: nothing is lost with it. */
  async function* whileThereIsRoom(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of bytes) {
      room.check()
      yield piece
    }
  }
  return {
    ...parts,
    files: {
      ...files,
      async add(...order) {
        check()
        return files.add(...order)
      },
    },
    clips: {
      ...clips,
      async begin(...order) {
        check()
        return clips.begin(...order)
      },
    },
    customVoices: {
      ...customVoices,
      async receive(...order) {
        check()
        return customVoices.receive(...order)
      },
    },
    playlists: {
      ...playlists,
      async start(...order) {
        check()
        return playlists.start(...order)
      },
    },
    exporter: {
      ...exporter,
      async run(...order) {
        check()
        return exporter.run(...order)
      },
    },
    provenance: {
      ...provenance,
      // What is signed is registered at its end, when it is too late to refuse it.
      async signAnswer(chunks, output, ...order) {
        if (isSigned(output.format)) check()
        return provenance.signAnswer(chunks, output, ...order)
      },
    },
    transcripts: {
      async open(...order) {
        check()
        const desk = await transcripts.open(...order)
        return {
          ...desk,
          take: (bytes) => desk.take(whileThereIsRoom(bytes)),
          async fetch(...link) {
            room.check()
            return desk.fetch(...link)
          },
          async use(...path) {
            room.check()
            return desk.use(...path)
          },
        }
      },
    },
    checks: {
      async open(...order) {
        check()
        const one = await checks.open(...order)
        return {
          ...one,
          async append(...piece) {
            room.check()
            return one.append(...piece)
          },
        }
      },
    },
  }
}
