/** Third-party program that checks our files and examples. */
export interface OracleProgram {
  /** Name of the command. */
  readonly name: string
  /** Debian packages that contain it, with what it needs for our formats. */
  readonly debianPackages: readonly string[]
  /** Subject of its checks, as it follows "which judges" in a sentence. */
  readonly judges: string
}

/** All programs that the tests in this folder run. If one is missing, all tests fail before the first one starts. */
export const ORACLE_PROGRAMS: readonly OracleProgram[] = [
  { name: 'curl', debianPackages: ['curl'], judges: 'the example for a shell' },
  { name: 'ffmpeg', debianPackages: ['ffmpeg'], judges: 'every format, as a present ffmpeg' },
  {
    name: 'chromium',
    debianPackages: ['chromium'],
    judges: 'how long our files are, and whether they play to their end',
  },
  {
    name: 'firefox-esr',
    debianPackages: ['firefox-esr'],
    judges: 'how long our files are, and whether they play to their end',
  },
  { name: 'fish', debianPackages: ['fish'], judges: 'the completion of commands in fish' },
  { name: 'flac', debianPackages: ['flac'], judges: 'flac' },
  {
    name: 'gst-discoverer-1.0',
    debianPackages: ['gstreamer1.0-plugins-base-apps', 'gstreamer1.0-plugins-good'],
    judges: 'every format',
  },
  {
    name: 'gst-launch-1.0',
    debianPackages: ['gstreamer1.0-tools', 'gstreamer1.0-libav'],
    judges: 'every format',
  },
  { name: 'mandoc', debianPackages: ['mandoc'], judges: 'the manual page' },
  { name: 'mediainfo', debianPackages: ['mediainfo'], judges: 'how long our files are' },
  { name: 'mp3val', debianPackages: ['mp3val'], judges: 'mp3' },
  { name: 'mpg123', debianPackages: ['mpg123'], judges: 'mp3' },
  { name: 'openssl', debianPackages: ['openssl'], judges: 'certificates' },
  { name: 'opusdec', debianPackages: ['opus-tools'], judges: 'ogg_opus' },
  { name: 'opusinfo', debianPackages: ['opus-tools'], judges: 'ogg_opus' },
  { name: 'python3', debianPackages: ['python3'], judges: 'the example for Python' },
  {
    name: 'sndfile-info',
    debianPackages: ['sndfile-programs'],
    judges: 'wav, mp3, flac and ogg_opus',
  },
  { name: 'sox', debianPackages: ['sox'], judges: 'files that another encoder wrote' },
  { name: 'zsh', debianPackages: ['zsh'], judges: 'the completion of commands in zsh' },
]

/** Debian packages that contain these programs, without duplicates. */
export function debianPackagesOf(programs: readonly OracleProgram[]): readonly string[] {
  return [...new Set(programs.flatMap(({ debianPackages }) => debianPackages))]
}
