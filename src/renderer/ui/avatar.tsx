import type { ReactElement } from 'react'
import { type AvatarPattern, avatarPattern, type Motif } from './avatar-pattern.ts'

/** Avatar of a voice: an adire-like pattern derived from its id. */
export function Avatar({ voiceId, size }: { voiceId: string; size: number }): ReactElement {
  const pattern = avatarPattern(voiceId)
  return (
    <svg
      className="avatar"
      width={size}
      height={size}
      viewBox="0 0 48 48"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="48" height="48" fill={pattern.background} />
      <g transform={`rotate(${pattern.rotationDegrees} 24 24)`}>
        <PatternGrid pattern={pattern} />
      </g>
    </svg>
  )
}

/** Draws cells beyond the edges, so that a rotated pattern fills the corners. */
function PatternGrid({ pattern }: { pattern: AvatarPattern }): ReactElement {
  const side = 48 / pattern.cells
  const cells: ReactElement[] = []
  for (let row = -1; row <= pattern.cells; row++) {
    for (let column = -1; column <= pattern.cells; column++) {
      const motif = (row + column) % 2 === 0 ? pattern.motif : pattern.secondMotif
      const x = (column + 0.5) * side
      const y = (row + 0.5) * side
      cells.push(
        <g key={`${row},${column}`} transform={`translate(${x} ${y}) scale(${side / 2})`}>
          <MotifShape motif={motif} />
        </g>,
      )
    }
  }
  return (
    <g fill={pattern.foreground} stroke={pattern.foreground} strokeLinecap="round">
      {cells}
    </g>
  )
}

const SHAPES: Readonly<Record<Motif, ReactElement>> = {
  moon: (
    <g fill="none" strokeWidth="0.17">
      <circle r="0.72" />
      <circle r="0.4" />
      <circle r="0.1" />
    </g>
  ),
  ring: <circle r="0.6" fill="none" strokeWidth="0.3" strokeDasharray="0.01 0.46" />,
  seed: (
    <g stroke="none">
      <circle cx="-0.42" cy="-0.42" r="0.2" />
      <circle cx="0.42" cy="-0.42" r="0.2" />
      <circle cx="-0.42" cy="0.42" r="0.2" />
      <circle cx="0.42" cy="0.42" r="0.2" />
      <circle r="0.2" />
    </g>
  ),
  star: <path d="M0-.7V.7M-.7 0H.7M-.46-.46.46.46M.46-.46-.46.46" fill="none" strokeWidth="0.15" />,
  leaf: <path d="M-.7.7C-.7-.2-.2-.7.7-.7C.7.2.2.7-.7.7Z" stroke="none" />,
  comb: <path d="M-.66-.6V.6M-.22-.6V.6M.22-.6V.6M.66-.6V.6" fill="none" strokeWidth="0.18" />,
  cross: (
    <path d="M0-.72.72 0 0 .72-.72 0ZM0-.34.34 0 0 .34-.34 0Z" fillRule="evenodd" stroke="none" />
  ),
  bird: <path d="M-.72.3Q-.4-.5 0 .1Q.4-.5.72.3" fill="none" strokeWidth="0.2" />,
}

function MotifShape({ motif }: { motif: Motif }): ReactElement {
  return SHAPES[motif]
}
