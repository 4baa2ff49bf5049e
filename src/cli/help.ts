import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The command was asked wrongly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const HELP = `griot: a voice studio's engine on the command line

griot say TEXT            speak TEXT into a file; "-" or --file FILE reads it from standard input or a file
                          TEXT may hold [yo]…[/yo] (en am ha ig yo pcm), [pause 300ms], [say: …], [ipa: …],
                          [spell]…[/spell], or be SSML: <speak>…</speak>
  --voice VOICE             who speaks (default lina): a name, or the id of a voice that you have made
  --language LANGUAGE       in which language (default the voice's own)
  --format FORMAT           wav mp3 ogg_opus webm_opus flac pcm_s16le m3u8; for telephones, at 8 kHz: wav_8k, G.711 as
                            wav_mulaw wav_alaw and headerless as mulaw alaw (default by --out, else wav)
  --bitrate RATE            32k 48k 64k 96k 128k 192k for compressed formats (default 128k); mp3 ends at 160k, m3u8
                            at 144k
  --sample-rate HZ          24000 or 8000, of wav pcm_s16le mulaw alaw (default 8000 of mulaw and alaw, else 24000)
  --speed FACTOR            0.7 to 1.2 (default 1): changes the pace, not the pitch
  --numbers STYLE           traditional, decimal or english (default as speakers of the language expect)
  --out FILE                where to write (default speech.EXTENSION); "-" writes to standard output
  --timings FILE            words, phones and syllables with start and end in seconds, as JSON
griot voices ACTION       who can speak; works beside a running server
  list                      the system voices by language, then your own; --language L, --own, --system, --json
  show VOICE                what is known of one, its consent and its recording; of your own by id or name; --json
  create --audio FILE       a voice of a recording of 2 to 30 s ("-" reads it from standard input); needs
                            --transcript TEXT|@FILE (word for word), --name NAME and --consent: without it, what is to
                            be agreed to is shown; --language L of the recording, --json
  delete VOICE              its recording goes too, and what speaks with it ends; asks first, or --yes; --json
  sample VOICE              its own sentence in its own language; --out FILE (default sample.EXTENSION; "-" writes to
                            standard output), --format FORMAT and --bitrate RATE as "griot say"
griot serve               serve the studio and the HTTP API on this computer until Ctrl-C
  --port PORT               (default GRIOT_PORT, else 7070; 0 takes any free one)
  --host HOST               (default 127.0.0.1; anything else lets other computers in, with a key)
  --allow-host NAME         also answer requests to this host name (repeatable)
  --allow-origin ORIGIN     also let pages of this origin call the API (repeatable)
  --open                    open the studio in the default browser, or in BROWSER
  --rate-limit N            requests a minute that one token may make (default no limit)
  --streams N               texts that are spoken at once (default by cores and memory, at most 128); more wait their
                            turn for 30 s; --streams-per-account N (default 64), --streams-per-token N (default 64),
                            --streams-per-guest N of one guest token (default 8)
  --connections N           open at once (default 1000); those that are silent longest make room for newcomers;
                            --connections-per-address N from another machine (default 200)
  --files-per-account N     files that one account may have (default 10000)
  --hls-quota SIZE          what the playlists of one account may hold, such as 500MB (default 256MB)
  --text-limit N            characters that one text of the API may have (default 20000, at most 200000)
  --keep-free SIZE          with less than this free on the disk of the data folder, nothing more is stored or signed
                            (default 16MB)
  --log-level LEVEL         silent error warn info debug: which requests are written to logs/requests.log in the
                            data folder (default GRIOT_LOG_LEVEL, else info: every one)
  --translate-url URL       a LibreTranslate server that translates for POST /v1/translate (default none)
  --transcribe-url URL      a server that transcribes as OpenAI's does, for POST /v1/transcriptions (default none);
                            --transcribe-model NAME is its model (default whisper-1)
  --signing-key-file FILE   sign with this key (PKCS#8 in PEM, elliptic, P-256) instead of one of this installation's
                            own; needs --signing-chain-file FILE: its certificates (PEM), the signer's first
  --jwt-algorithm ALG       accept JWTs signed with ES256 or HS256; needs the next three, or GRIOT_JWT_…
  --jwt-key-file FILE       the issuer's public key (PEM or JWK), or the shared secret
  --jwt-issuer ISSUER       what "iss" must be
  --jwt-audience AUDIENCE   what "aud" must hold
griot link                print a new link to the studio that is being served: it signs one browser in, once, within
                          60 seconds
griot browsers ACTION     browsers that are signed in to the studio; works beside a running server
  list                      one a line: number, name, when and how it signed in, when it was last seen; --json
  sign-out NUMBER | --all   what it has open ends within a second; --json
griot keys ACTION         tokens for the HTTP API; works beside a running server
  create --name NAME        a new API key, shown once; --account A (default owner), --days N (default for ever),
                            --scope S (repeatable: speak voices files text admin; default all but admin)
  list                      one token a line: number, name, account, scopes, first characters, last use, state
  revoke NUMBER             from now on it opens nothing
  guest                     a token that may only speak and work on texts; --ttl SECONDS (default 900), --account A
  --json                    answer as JSON
griot accounts ACTION     whose voices, files and quota are kept apart; works beside a running server
  list                      one account a line: name, quota, whether generated audio is kept; --json
  set NAME                  --quota SIZE (such as 500MB or 2GB), --keep-audio yes|no; makes the account if it is new
griot verify FILE…        who made these files, and whether they are unchanged: exit code 0 if all were made here or by
                          a signer that you trust; changes nothing in the data folder
  --sidecar FILE            the manifest beside one file (default NAME.c2pa, where the file holds none)
  --json                    answer as JSON
griot provenance ACTION   what is signed, and with what
  show FILE | REQUEST_ID    the verdict and what was registered when it was made; --json, --account A (default owner)
  place FILE                move a manifest from behind the sound to the standard place, in place or to --out FILE
  remove FILE               take the manifest out, in place or to --out FILE
  export-certificate        the public certificate (PEM) by which others can trust this computer; --out FILE
  trust list                certificates of signers that you trust; --json
  trust add FILE            trust the signers of this certificate (PEM)
  trust remove NUMBER       no longer
  keep-records NUMBER       how many entries the registry of what was signed keeps, the newest (default 100000)
  rotate-key --yes          a new key and certificate; what was signed before stays "made here"
griot phonemes            standard input to phonemes in IPA, line by line
  --language LANGUAGE       (default en)
griot dictionary ACTION   how words are said; "griot say" and the studio read it
  list                      one entry a line: its number, the word, how it is said
  add WORD --say TEXT       say TEXT for WORD; or --ipa IPA, tones as marks on vowels
  remove NUMBER             take an entry out
  import FILE               entries from CSV or PLS, all or none; a word that is there gets the new pronunciation
  export --format FORMAT    csv (default) or pls, to standard output or --out FILE; pls holds one language
  --language LANGUAGE       only in this language (add), only these entries (list, export)
  --project ID              in this project only
  --case-sensitive          only where it is written with the same capitals
griot diacritics          standard input to Yoruba with its tone marks and under-dots, line by line
  --words | --json          its words one by one: as written, with marks, how sure, by whom, what else it may be
  accept WORD FORM          from now on FORM is what WORD becomes, here and in speech and translations
  list | forget WORD        what was accepted, one word a line; take one out
  --project ID              in this project only
griot detect              standard input to its language, line by line: en am ha ig yo pcm, or other, and how sure
  --words | --json          the same for each of its words, where languages meet
griot backup FILE|FOLDER  everything of the data folder in one file, read again after it is written; also while Griot runs
  --encrypt                 with a passphrase: asked for, or --passphrase-file FILE, or GRIOT_BACKUP_PASSPHRASE
  --json                    answer as JSON
griot restore FILE        put a backup in the place of what the data folder holds, which is put aside; stop Griot first
  --into FOLDER             into this data folder instead
  --check                   only read it and say whether it is whole
  --passphrase-file FILE    of an encrypted one (else GRIOT_BACKUP_PASSPHRASE, else it is asked for)
griot recover [FOLDER]    enter files and voices that lie on the disk into a library that does not know them; FOLDER:
                          what was put aside by a restore, or lies in lost+found; --json
griot doctor              check library, disk, rights, resources and every language, and say how to mend what fails;
                          changes nothing
griot help | --version

GRIOT_HOME     the data folder          GRIOT_PORT   the port of "griot serve"
GRIOT_API_KEY  a key to accept besides the stored ones
GRIOT_JWT_ALGORITHM, _KEY_FILE, _ISSUER, _AUDIENCE and GRIOT_LOG_LEVEL: as the options of "griot serve"
GRIOT_SIGNING_KEY_FILE, GRIOT_SIGNING_CHAIN_FILE: as the options of "griot serve"; "griot say" signs with them too
GRIOT_TRANSLATE_URL, GRIOT_TRANSCRIBE_URL, GRIOT_TRANSCRIBE_MODEL: as the options of "griot serve"
GRIOT_TRANSLATE_KEY, GRIOT_TRANSCRIBE_KEY: the keys of these servers, where they ask for one
GRIOT_BACKUP_PASSPHRASE: the passphrase of encrypted backups
FFMPEG_PATH    the ffmpeg to use        BROWSER      the program that "griot serve --open" opens
Exit codes: 0 done, 1 failed, 2 asked wrongly, 130 stopped with Ctrl-C`

type Options = NonNullable<ParseArgsConfig['options']>

/** Node's own parser; what it refuses becomes a sentence and exit code 2. */
export function parseCommand<T extends Options>(
  args: readonly string[],
  options: T,
): ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The same for a command that takes options only; `instead` says where else what was meant may be given. */
export function parseOptions<T extends Options>(
  command: string,
  args: readonly string[],
  options: T,
  instead = '',
): ReturnType<typeof parseCommand<T>>['values'] {
  const { values, positionals } = parseCommand(args, options)
  const [word] = positionals
  if (word === undefined) return values
  throw new UsageError(`griot ${command} takes options only, not "${word}".${instead}`)
}

/** Of a line filter. */
export const READS_INPUT = ' It reads its lines from standard input.'
