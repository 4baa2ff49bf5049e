export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const MIN_SIZE = { width: 960, height: 640 } as const
const DEFAULT_SIZE = { width: 1280, height: 800 } as const
/** Part of the title bar that must be on a screen, in pixels. */
const REACHABLE_TITLE_BAR = { width: 120, height: 40 } as const

/**
 * Bounds of the new window: those of the last one, or only a size, which Electron centres, if they are on no screen.
 */
export function initialBounds(
  remembered: Bounds | undefined,
  screens: readonly Bounds[],
): Bounds | { readonly width: number; readonly height: number } {
  if (!remembered || !Object.values(remembered).every(Number.isFinite)) return DEFAULT_SIZE
  const width = Math.max(MIN_SIZE.width, Math.round(remembered.width))
  const height = Math.max(MIN_SIZE.height, Math.round(remembered.height))
  const bounds = { x: Math.round(remembered.x), y: Math.round(remembered.y), width, height }
  return screens.some((screen) => canReach(bounds, screen)) ? bounds : { width, height }
}

function canReach(window: Bounds, screen: Bounds): boolean {
  const right = Math.min(window.x + window.width, screen.x + screen.width)
  const across = right - Math.max(window.x, screen.x)
  const below = screen.y + screen.height - window.y
  return (
    across >= REACHABLE_TITLE_BAR.width &&
    window.y >= screen.y &&
    below >= REACHABLE_TITLE_BAR.height
  )
}
