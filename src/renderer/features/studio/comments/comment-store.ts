import { create } from 'zustand'
import { focusLineIfLost } from '#renderer/features/studio/use-caret.ts'

/** The line whose comment is being written. */
export const useComment = create<{ readonly lineId: string | undefined }>(() => ({
  lineId: undefined,
}))

/** Opens the comment of a line, to be written or changed. */
export function writeComment(lineId: string): void {
  useComment.setState({ lineId })
}

/** Ends the writing of a comment, and gives the focus back to the line. */
export function endComment(lineId: string): void {
  useComment.setState({ lineId: undefined })
  focusLineIfLost(lineId)
}
