/** A program of somebody else whose judgement our files and examples must stand. */
export interface OracleProgram {
  /** As it is called on the PATH. */
  readonly name: string
  /** The packages of Debian that bring it, with what it needs to judge our formats. */
  readonly debianPackages: readonly string[]
  /** What it is asked for; it follows "judges" in a sentence. */
  readonly judges: string
}

/** Every program that the tests of this folder ask. One that is missing fails them all, before the first begins. */
export const ORACLE_PROGRAMS: readonly OracleProgram[] = [
  { name: 'curl', debianPackages: ['curl'], judges: 'the example for a shell' },
  { name: 'ffmpeg', debianPackages: ['ffmpeg'], judges: 'every format, as a present ffmpeg' },
  { name: 'openssl', debianPackages: ['openssl'], judges: 'certificates' },
  { name: 'python3', debianPackages: ['python3'], judges: 'the example for Python' },
  { name: 'sox', debianPackages: ['sox'], judges: 'files that another encoder wrote' },
]
