import { join } from 'node:path'
import { AppError } from '#shared/errors.ts'

/**
 * Folder of the takes of a project. Throws AppError('request/invalid') for an id that is no name of a folder.
 * @example `takesFolderOf('/data')('a1')` is `'/data/projects/a1/takes'`.
 */
export function takesFolderOf(home: string): (projectId: string) => string {
  return (projectId) => {
    if (!/^[\w-]{1,64}$/.test(projectId))
      throw new AppError('request/invalid', 'There is no such project. Open it again.')
    return join(home, 'projects', projectId, 'takes')
  }
}
