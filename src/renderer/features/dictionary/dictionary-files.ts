import { call } from '#renderer/client.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { downloadTextFile } from '#renderer/ui/download-text.ts'
import { type DICTIONARY_FORMATS, IMPORT_LIMIT } from '#shared/pronunciation.ts'

export type DictionaryFormat = (typeof DICTIONARY_FORMATS)[number]

/** A file that is to be imported. */
export interface DictionaryFile {
  readonly name: string
  readonly format: DictionaryFormat
  readonly text: string
}

/** Longest name of a file that is shown in an error, in characters. */
const SHOWN_NAME = 80

/** Reads a file that a person chose. Rejects with what is wrong with it, in words. */
export async function readDictionaryFile(file: File): Promise<DictionaryFile> {
  const name = file.name.slice(0, SHOWN_NAME)
  // In UTF-8 a character has up to four bytes.
  if (file.size > IMPORT_LIMIT * 4)
    throw new Error(t('dictionary:problems.tooLarge', { name, most: IMPORT_LIMIT }))
  const text = decoded(await file.arrayBuffer(), name)
  if (text.trim() === '') throw new Error(t('dictionary:problems.empty', { name }))
  return { name, format: formatOf(file.name, text), text }
}

function decoded(bytes: ArrayBuffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(t('dictionary:problems.notUtf8', { name }))
  }
}

function formatOf(name: string, text: string): DictionaryFormat {
  return /\.(?:pls|xml)$/i.test(name) || /^\s*</.test(text) ? 'pls' : 'csv'
}

/** Lets the browser save the dictionary as a file. Rejects with the reason in words. */
export async function saveDictionary(
  order: Parameters<typeof call<'pronunciations.export'>>[1],
): Promise<void> {
  const { text } = await call('pronunciations.export', order)
  const type = order.format === 'csv' ? 'text/csv' : 'application/pls+xml'
  const name = order.language === undefined ? 'dictionary' : `dictionary-${order.language}`
  downloadTextFile(`${name}.${order.format}`, type, text)
}
