import { create } from 'zustand'

/** The line that the list scrolls to; a new object each time, so that the same one can be asked for twice. */
export const useScrollTarget = create<{ readonly target: { readonly lineId: string } | undefined }>(
  () => ({ target: undefined }),
)

/** Scrolls the list to a line, which gets neither the focus nor the selection. */
export function scrollToLine(lineId: string): void {
  useScrollTarget.setState({ target: { lineId } })
}
