/** Control of the page that had the focus last; those in dialogs and menus go away with them. */
let last: HTMLElement | undefined

/** Remembers from now on which control of the page had the focus last. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !target.closest('#overlays')) last = target
  })
}

/** Frames for which what has closed may still be there. */
const MOST_FRAMES = 30

/** Gives the focus back to the control that had it last, where it is lost because a dialog or a menu is closing. */
export function returnLostFocus(): void {
  const look = (frames: number): void => {
    requestAnimationFrame(() => {
      const { activeElement } = document
      if (activeElement === document.body && last?.isConnected) last.focus()
      else if (frames > 0 && activeElement?.closest('#overlays')) look(frames - 1)
    })
  }
  look(MOST_FRAMES)
}
