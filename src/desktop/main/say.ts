import type { DesktopText, DesktopTexts } from '#shared/desktop.ts'

/** A text of the desktop in the language of the studio. */
export type Say = (english: DesktopText) => string

/** Says texts in English, or as the studio has translated them. */
export function sayWith(texts: DesktopTexts): Say {
  return (english) => texts[english] ?? english
}
