import type { PopoverProps } from '@mantine/core'

/** Room that is left to the edge of the window, and height below which a popover is no longer made smaller, in pixels. */
const EDGE = 8
const LEAST_HEIGHT = 200

/** Keeps a long popover inside the window: at the side with more room, and no higher than that. Its content scrolls. */
export const FITTING: NonNullable<PopoverProps['middlewares']> = {
  flip: { padding: EDGE },
  shift: { padding: EDGE },
  size: {
    padding: EDGE,
    apply({ availableHeight, elements }) {
      elements.floating.style.maxHeight = `${Math.max(LEAST_HEIGHT, availableHeight)}px`
    },
  },
}
