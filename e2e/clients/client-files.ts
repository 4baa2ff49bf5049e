import { join } from 'node:path'

/** What we publish for those who write programs. */
export const CLIENTS = join(import.meta.dirname, '../../clients')
export const DESCRIPTION = join(CLIENTS, 'openapi.json')
export const POSTMAN = join(CLIENTS, 'griot.postman_collection.json')
