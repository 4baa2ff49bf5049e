export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const SMALLEST = { width: 960, height: 640 } as const
const USUAL = { width: 1280, height: 800 } as const
/** How much of the title bar must be within reach, in pixels. */
const GRIP = { width: 120, height: 40 } as const

/** Where to open the window: where it was, unless that screen is gone; then Electron centres it. */
export function openingBounds(
  remembered: Bounds | undefined,
  screens: readonly Bounds[],
): Bounds | { readonly width: number; readonly height: number } {
  if (!remembered || !Object.values(remembered).every(Number.isFinite)) return USUAL
  const width = Math.max(SMALLEST.width, Math.round(remembered.width))
  const height = Math.max(SMALLEST.height, Math.round(remembered.height))
  const bounds = { x: Math.round(remembered.x), y: Math.round(remembered.y), width, height }
  return screens.some((screen) => canReach(bounds, screen)) ? bounds : { width, height }
}

function canReach(window: Bounds, screen: Bounds): boolean {
  const right = Math.min(window.x + window.width, screen.x + screen.width)
  const across = right - Math.max(window.x, screen.x)
  const below = screen.y + screen.height - window.y
  return across >= GRIP.width && window.y >= screen.y && below >= GRIP.height
}
