import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#app/app.ts'
import type { CommandContext } from '#cli/command-context.ts'
import { openQuietApp } from '#cli/open-quiet-app.ts'
import { createProgressBar } from '#cli/progress.ts'
import { refuseForeign, speakFile } from '#cli/speak-file.ts'
import { UsageError } from '#cli/usage-error.ts'
import { AppError, isFull } from '#shared/errors.ts'
import { FORMATS } from '#shared/formats.ts'
import { type ListDefaults, type ListedText, readList } from './list.ts'
import { openSheet, type SheetRow } from './sheet.ts'

/** What `griot say --batch` is asked for. */
export interface BatchOrder extends ListDefaults {
  readonly source: string
  /** Folder of the sounds and of the result sheet. */
  readonly out: string
  readonly json: boolean
}

/** Name of the result sheet. */
export const SHEET = 'results.csv'

/** Speaks each text of a list that has no sound yet into a file of its own. Throws UsageError, AppError and what `stop` throws. */
export async function sayBatch(order: BatchOrder, context: CommandContext): Promise<void> {
  const { environment, stop } = context
  const texts = await readList(order.source, order)
  const path = join(order.out, SHEET)
  const sheet = await openSheet(path)
  context.stopWords = 'Stopped. The same command goes on where it stopped.'
  const progress = createProgressBar(process.stderr, 'texts')
  const app = await openQuietApp(environment)
  let kept = 0
  try {
    for (const [index, text] of texts.entries()) {
      stop.throwIfAborted()
      progress.show(index, texts.length)
      if (await isDone(text, sheet.rows.get(text.id), order.out)) kept++
      else await sheet.add(await spoken(app, text, sheet.rows.get(text.id), order.out, stop))
    }
    await sheet.finish(texts.map(({ id }) => id))
  } finally {
    progress.clear()
    await app.close()
  }
  report(texts, sheet.rows, { ...order, path, kept }, context)
}

async function isDone(text: ListedText, row: SheetRow | undefined, out: string): Promise<boolean> {
  if (row?.status !== 'done' || row.key !== text.key) return false
  const found = await stat(join(out, row.file)).catch(() => undefined)
  return found?.isFile() ?? false
}

async function spoken(
  app: App,
  text: ListedText,
  before: SheetRow | undefined,
  out: string,
  stop: AbortSignal,
): Promise<SheetRow> {
  const file = `${text.file}.${FORMATS[text.format].extension}`
  const row = { id: text.id, file, voice: text.voice, language: text.language ?? '', key: text.key }
  try {
    if (text.problem !== undefined) throw new AppError('request/invalid', text.problem)
    const path = join(out, file)
    if (before?.file !== file) await refuseForeign(app, path, stop)
    const made = await speakFile(app, text, path, stop)
    const { voice, language = '', seconds } = made
    return { ...row, voice, language, status: 'done', seconds: String(seconds), detail: '' }
  } catch (error) {
    // What hinders every text ends the command; one text's own fault does not.
    if (stop.aborted || !isOwnFault(error)) throw error
    return { ...row, status: 'failed', seconds: '', detail: error.message }
  }
}

/** Whether a text alone is to blame: its voice, its language, what it says. */
function isOwnFault(error: unknown): error is AppError | UsageError {
  if (error instanceof UsageError) return true
  return error instanceof AppError && !isFull(error) && error.code !== 'storage/failed'
}

function report(
  texts: readonly ListedText[],
  rows: ReadonlyMap<string, SheetRow>,
  { path, kept, json }: { readonly path: string; readonly kept: number; readonly json: boolean },
  context: CommandContext,
): void {
  const all = texts.flatMap(({ id }) => rows.get(id) ?? [])
  const failed = all.filter(({ status }) => status === 'failed')
  if (failed.length > 0) context.exitCode = 1
  const done = all.length - failed.length
  if (json) {
    const results = all.map(({ key: _, ...row }) => ({ ...row, seconds: Number(row.seconds) }))
    console.log(
      JSON.stringify({ done, kept, failed: failed.length, sheet: path, results }, null, 1),
    )
    return
  }
  for (const { id, detail } of failed) console.error(`${id}: ${detail}`)
  const before = kept > 0 ? ` ${kept} of them were there already.` : ''
  console.error(`${done} of ${texts.length} texts are spoken.${before} Results: ${path}`)
}
