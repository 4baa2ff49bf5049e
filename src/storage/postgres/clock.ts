/** The clock of the database, in milliseconds since 1970, as SQL: nodes may disagree about the time. */
export const CLOCK_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
