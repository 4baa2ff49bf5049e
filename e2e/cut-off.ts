/** What of the page leads over an edge of the window and cannot be scrolled to: its tag, its class, its words and its edges in pixels. */
export function cutOff(): string[] {
  const scrolls = (element: Element): boolean => {
    for (let box = element.parentElement; box; box = box.parentElement)
      if (box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX !== 'hidden')
        if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return true
    return false
  }
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    const { left, right, width, height } = element.getBoundingClientRect()
    if (width < 2 || height < 2 || element.closest('[aria-hidden="true"]')) return []
    if (left >= -1 && right <= window.innerWidth + 1) return []
    if (scrolls(element)) return []
    const words = (element.textContent ?? '').trim().slice(0, 40)
    const edges = `${Math.round(left)}–${Math.round(right)}`
    return [`${element.tagName} ${element.className} "${words}" ${edges}`]
  })
}

/** Texts that are wider than the box that they stand in. */
export function overfull(): string[] {
  const isSeen = (box: Element): boolean =>
    box.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !box.closest('[aria-hidden="true"], [inert], pre, option, textarea')
  const isMeasured = (box: Element): boolean => {
    const { display, overflowX } = getComputedStyle(box)
    // What only screen readers read is one pixel wide.
    const isWide = box.getBoundingClientRect().width > 2
    return isWide && display !== 'inline' && !/auto|scroll/.test(overflowX)
  }
  const found: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const box = text.parentElement
    if (!box || !text.textContent?.trim() || !isSeen(box) || !isMeasured(box)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const words = range.getBoundingClientRect()
    const edge = box.getBoundingClientRect()
    if (words.left < edge.left - 1.5 || words.right > edge.right + 1.5)
      found.push(`${box.tagName} ${box.className} "${text.textContent.trim().slice(0, 40)}"`)
  }
  return found
}

/** Controls whose middle something else covers, of those that are whole in the window. */
export function covered(): string[] {
  const isWithin = (inner: DOMRect, outer: DOMRect): boolean =>
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom &&
    inner.left >= outer.left &&
    inner.right <= outer.right
  const isWhole = (control: Element): boolean => {
    const box = control.getBoundingClientRect()
    if (box.width < 2 || !isWithin(box, new DOMRect(0, 0, window.innerWidth, window.innerHeight)))
      return false
    for (let outer = control.parentElement; outer; outer = outer.parentElement)
      if (getComputedStyle(outer).overflow !== 'visible')
        if (!isWithin(box, outer.getBoundingClientRect())) return false
    return true
  }
  const controls = document.querySelectorAll('button, a[href], input, select, textarea')
  return [...controls].flatMap((control) => {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
    if (getComputedStyle(control).pointerEvents === 'none' || !isWhole(control)) return []
    const { left, top, width, height } = control.getBoundingClientRect()
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    // The field of a checkbox, a switch or a segment lies below its picture.
    if (!above || control.contains(above) || control.parentElement?.contains(above)) return []
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40)
    return [`${control.tagName} "${name}" below ${above.tagName} ${above.className}`]
  })
}
