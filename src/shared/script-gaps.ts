import {
  CHAPTER_GAP_SECONDS,
  LINE_GAP_SECONDS,
  type Script,
  type ScriptLine,
  type ScriptSettings,
} from './script.ts'

/** Whether a line has nothing to speak: no text, or it is the title of a chapter. */
export function isBlank(line: Pick<ScriptLine, 'text' | 'kind'>): boolean {
  return line.kind === 'chapter' || line.text.trim() === ''
}

/** Silence in seconds between a spoken line and the next one: its own, else that of the script. */
export function pauseAfter(
  line: Pick<ScriptLine, 'pauseAfter'>,
  endsChapter: boolean,
  { lineGap = LINE_GAP_SECONDS, chapterGap = CHAPTER_GAP_SECONDS }: ScriptSettings = {},
): number {
  return line.pauseAfter ?? (endsChapter ? chapterGap : lineGap)
}

/** Silence in seconds that a line would have behind it without a pause of its own. */
export function usualPause({ lines, settings }: Script, lineId: string): number {
  const index = lines.findIndex(({ id }) => id === lineId)
  const rest = lines.slice(index + 1)
  const next = rest.findIndex((line) => !isBlank(line))
  const between = next < 0 ? rest : rest.slice(0, next)
  return pauseAfter({}, next >= 0 && between.some(({ kind }) => kind === 'chapter'), settings)
}

/**
 * Silence in seconds between each spoken line and the next one, by the id of the line before it. A chapter ends where
 * a heading stands between them. After the last one there is none. It comes on top
 * of the silence that ends every take.
 */
export function gapsOf({ lines, settings }: Script): ReadonlyMap<string, number> {
  const gaps = new Map<string, number>()
  let before: ScriptLine | undefined
  let isNewChapter = false
  for (const line of lines) {
    isNewChapter ||= line.kind === 'chapter'
    if (isBlank(line)) continue
    if (before) gaps.set(before.id, pauseAfter(before, isNewChapter, settings))
    before = line
    isNewChapter = false
  }
  return gaps
}
