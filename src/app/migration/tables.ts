/** A table whose rows move with a library. */
export interface MovedTable {
  readonly name: string
  /** Columns by which a row is found, and in whose order rows are read. */
  readonly key: readonly string[]
  /** Column whose numbers the database gives. */
  readonly numbered?: string
  /** Which of the rows move; left out: all. */
  readonly where?: string
}

/**
 * All tables whose rows move, in the order of their references. Left out is what belongs to a process or a computer: sign-ins and links (they are
 * opened anew), the first key, nodes, the list of projects and of exports, which name paths, and uploads and answers that are not finished.
 */
export const MOVED_TABLES: readonly MovedTable[] = [
  { name: 'accounts', key: ['name'] },
  { name: 'keys', key: ['id'], numbered: 'id' },
  { name: 'revoked_jwts', key: ['jti'] },
  { name: 'secrets', key: ['name'] },
  { name: 'pronunciations', key: ['id'], numbered: 'id' },
  { name: 'accepted_forms', key: ['word', 'project_id'] },
  { name: 'translations', key: ['id'], numbered: 'id' },
  { name: 'files', key: ['sequence'], numbered: 'sequence', where: "status = 'ready'" },
  { name: 'answers', key: ['id'], where: 'head IS NOT NULL' },
  { name: 'voices', key: ['number'], numbered: 'number' },
  { name: 'voice_consents', key: ['voice_id'] },
  { name: 'consent_recordings', key: ['number'], numbered: 'number' },
  { name: 'favourites', key: ['number'], numbered: 'number' },
  { name: 'provenance_records', key: ['number'], numbered: 'number' },
  { name: 'provenance_certificates', key: ['id'], numbered: 'id' },
  { name: 'provenance_settings', key: ['id'] },
  { name: 'spoken', key: ['id'], numbered: 'id' },
  { name: 'batches', key: ['number'], numbered: 'number' },
  { name: 'batch_chunks', key: ['batch_id', 'first_line', 'last_line'] },
]

/** Tables of which no row moves; a test holds that there are no others. */
export const STAYING_TABLES: readonly string[] = [
  ...['browsers', 'sign_in_links', 'studios', 'first_key'],
  ...['nodes', 'node_numbers', 'rate_minutes'],
  ...['projects', 'project_state', 'exports', 'current_script', 'script_head', 'script_changes'],
  ...['deletions', 'library_identity'],
]

/** What begins the keys of all bytes that move. */
export const MOVED_PREFIXES = ['files/', 'answers/', 'voices/', 'batches/'] as const
