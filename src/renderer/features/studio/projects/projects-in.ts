import { foldText } from '#shared/fold-text.ts'
import type { ProjectSummary } from '#shared/projects.ts'

/** Which projects a list shows. */
export type ProjectList = 'present' | 'archived' | 'deleted'

/** Projects of a list whose title or folder has the words of a search; marks and capitals do not matter. */
export function projectsIn(
  projects: readonly ProjectSummary[],
  list: ProjectList,
  search: string,
): readonly ProjectSummary[] {
  const query = foldText(search.trim())
  return projects.filter(
    (project) =>
      listOf(project) === list && foldText(`${project.title} ${project.path}`).includes(query),
  )
}

function listOf({ archivedAt, deletedAt }: ProjectSummary): ProjectList {
  if (deletedAt !== undefined) return 'deleted'
  return archivedAt === undefined ? 'present' : 'archived'
}
