import type { ReactElement } from 'react'
import { type AvatarPattern, avatarPattern, type Motif } from './avatar-pattern.ts'

/**
 * Avatar of a voice: an adire-like pattern derived from its id. It is one image rather than a hundred elements, because a row of the script
 * that scrolls into view has to be drawn within a frame.
 */
export function Avatar({ voiceId, size }: { voiceId: string; size: number }): ReactElement {
  return (
    <img
      className="avatar"
      width={size}
      height={size}
      alt=""
      draggable={false}
      src={imageOf(voiceId)}
    />
  )
}

const images = new Map<string, string>()

/** Address of the image of a voice, which holds the image itself. */
function imageOf(voiceId: string): string {
  const known = images.get(voiceId)
  if (known !== undefined) return known
  const image = `data:image/svg+xml,${encodeURIComponent(drawn(avatarPattern(voiceId)))}`
  images.set(voiceId, image)
  return image
}

/** Draws cells beyond the edges, so that a rotated pattern fills the corners. */
function drawn(pattern: AvatarPattern): string {
  const { cells, background, foreground, rotationDegrees, motif, secondMotif } = pattern
  const side = 48 / cells
  const places = Array.from({ length: cells + 2 }, (_, place) => place - 1)
  const motifs = places.flatMap((row) =>
    places.map((column) => {
      const shape = SHAPES[(row + column) % 2 === 0 ? motif : secondMotif]
      const at = `translate(${(column + 0.5) * side} ${(row + 0.5) * side}) scale(${side / 2})`
      return `<g transform="${at}">${shape}</g>`
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="${background}"/><g transform="rotate(${rotationDegrees} 24 24)" fill="${foreground}" stroke="${foreground}" stroke-linecap="round">${motifs.join('')}</g></svg>`
}

const SHAPES: Readonly<Record<Motif, string>> = {
  moon: '<g fill="none" stroke-width="0.17"><circle r="0.72"/><circle r="0.4"/><circle r="0.1"/></g>',
  ring: '<circle r="0.6" fill="none" stroke-width="0.3" stroke-dasharray="0.01 0.46"/>',
  seed: '<g stroke="none"><circle cx="-0.42" cy="-0.42" r="0.2"/><circle cx="0.42" cy="-0.42" r="0.2"/><circle cx="-0.42" cy="0.42" r="0.2"/><circle cx="0.42" cy="0.42" r="0.2"/><circle r="0.2"/></g>',
  star: '<path d="M0-.7V.7M-.7 0H.7M-.46-.46.46.46M.46-.46-.46.46" fill="none" stroke-width="0.15"/>',
  leaf: '<path d="M-.7.7C-.7-.2-.2-.7.7-.7C.7.2.2.7-.7.7Z" stroke="none"/>',
  comb: '<path d="M-.66-.6V.6M-.22-.6V.6M.22-.6V.6M.66-.6V.6" fill="none" stroke-width="0.18"/>',
  cross:
    '<path d="M0-.72.72 0 0 .72-.72 0ZM0-.34.34 0 0 .34-.34 0Z" fill-rule="evenodd" stroke="none"/>',
  bird: '<path d="M-.72.3Q-.4-.5 0 .1Q.4-.5.72.3" fill="none" stroke-width="0.2"/>',
}
