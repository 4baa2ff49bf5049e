import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefCallback, type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { ShownLine } from '#renderer/features/studio/chapters/chapter-outline.ts'

/** Rows above and below the visible ones that are rendered too, so that Tab and fast scrolling find them. */
const OVERSCAN = 5
/** Assumed heights in pixels, until a row is measured: of a heading, of a line, and of each further row of its text. */
const HEADING_HEIGHT = 64
const LINE_HEIGHT = 80
const TEXT_ROW_HEIGHT = 29
const LETTERS_IN_A_ROW = 95

/** Rows of the list that are rendered. */
export interface LineWindow {
  /** Places among the shown lines, in order. */
  readonly indexes: readonly number[]
  /** Ref of the list. */
  readonly attach: RefCallback<HTMLOListElement>
  /** Ref of each row. */
  readonly measure: RefCallback<HTMLElement>
  readonly scrollTo: (place: number) => void
}

/**
 * Decides which rows of the list are rendered: those in view, and always the selected one with its neighbours, because it has the focus,
 * or gets it, and Tab and the arrow keys lead from it.
 */
export function useLineWindow(
  list: RefObject<HTMLOListElement | null>,
  shown: readonly ShownLine[],
  selectedId: string | undefined,
): LineWindow {
  const scrollMargin = useOffset(list)
  const selected = shown.findIndex(({ line }) => line.id === selectedId)
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: shown.length,
    getScrollElement: () => list.current?.closest<HTMLElement>('.page') ?? null,
    getItemKey: (place) => shown[place]?.line.id ?? place,
    estimateSize: (place) => estimatedHeight(shown[place]),
    rangeExtractor: (range) => withNeighbours(range, selected),
    overscan: OVERSCAN,
    scrollMargin,
    initialRect: { width: 1_000, height: 700 },
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  })
  const { containerRef } = virtualizer
  const attach = useCallback(
    (element: HTMLOListElement | null) => {
      list.current = element
      containerRef(element)
    },
    [list, containerRef],
  )
  return {
    attach,
    indexes: virtualizer.getVirtualItems().map(({ index }) => index),
    measure: virtualizer.measureElement,
    scrollTo: (place) => virtualizer.scrollToIndex(place, { align: 'auto' }),
  }
}

function estimatedHeight(shown: ShownLine | undefined): number {
  if (!shown || shown.line.kind === 'chapter') return HEADING_HEIGHT
  return LINE_HEIGHT + Math.floor(shown.line.text.length / LETTERS_IN_A_ROW) * TEXT_ROW_HEIGHT
}

function withNeighbours(range: Range, selected: number): number[] {
  const indexes = new Set(defaultRangeExtractor(range))
  for (const place of [selected - 1, selected, selected + 1])
    if (selected >= 0 && place >= 0 && place < range.count) indexes.add(place)
  return [...indexes].toSorted((one, other) => one - other)
}

/** Distance of the list from the top of the page, in pixels; what stands above it may come and go. */
function useOffset(list: RefObject<HTMLOListElement | null>): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const page = list.current?.closest('.page')
    if (!list.current || !page) return undefined
    const update = (): void => {
      if (!list.current) return
      const top = list.current.getBoundingClientRect().top - page.getBoundingClientRect().top
      setOffset(Math.round(top + page.scrollTop))
    }
    update()
    const observer = new ResizeObserver(update)
    for (const part of page.children) if (part !== list.current) observer.observe(part)
    observer.observe(page)
    return () => observer.disconnect()
  }, [list])
  return offset
}
