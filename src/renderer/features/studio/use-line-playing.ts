import { usePlayer } from '#renderer/ui/shared-player.ts'
import { useStudio } from './studio-store.ts'

/** Whether a line is playing. */
export function useIsLinePlaying(lineId: string): boolean {
  const { status, takeId } = usePlayer()
  const ownTakeId = useStudio(({ job, takes }) =>
    job?.lineId === lineId && job.take.chunks.length > 0 ? job.take.id : takes[lineId]?.id,
  )
  return status !== 'idle' && status !== 'paused' && takeId !== undefined && takeId === ownTakeId
}
