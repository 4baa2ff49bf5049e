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
