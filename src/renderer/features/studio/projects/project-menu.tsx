import './projects.css'
import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconCopy,
  IconFileDownload,
  IconFileUpload,
  IconFolder,
  IconFolderOpen,
  IconFolderPlus,
  IconHistory,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { IconMenuTarget } from '#renderer/ui/icon-menu-target.tsx'
import { type ProjectSummary, titleWords } from '#shared/projects.ts'
import {
  archiveProject,
  chooseProjectFile,
  deleteProject,
  duplicateProject,
  exportProject,
  newProject,
  openProject,
  refreshProjects,
  reported,
  useProjects,
} from './project-actions.ts'

/** Number of projects that the menu names. */
const MAX_RECENT = 5

/** Menu about the open project and the other ones. */
export function ProjectMenu(): ReactElement {
  const projects = useProjects((state) => state.projects)
  const openId = useStudio((state) => state.scriptId)
  const current = projects.find(({ id }) => id === openId)
  return (
    <Menu
      position="bottom-start"
      width={300}
      onOpen={() => reported('The projects could not be listed', refreshProjects)}
    >
      <IconMenuTarget label="Project menu">
        <IconFolder size={20} />
      </IconMenuTarget>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFolderPlus size={18} />}
          onClick={() => reported('The project could not be made', newProject)}
        >
          New project
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFolderOpen size={18} />}
          onClick={() => useProjects.setState({ dialog: 'projects' })}
        >
          All projects…
        </Menu.Item>
        <Recent projects={projects} openId={openId} />
        <Menu.Divider />
        {current && <OfCurrent project={current} />}
        <Menu.Item leftSection={<IconFileUpload size={18} />} onClick={chooseProjectFile}>
          Import a project file…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Recent({
  projects,
  openId,
}: {
  readonly projects: readonly ProjectSummary[]
  readonly openId: string | undefined
}): ReactElement {
  const others = projects.filter(
    ({ id, isMissing, archivedAt, deletedAt }) =>
      id !== openId && !isMissing && !archivedAt && !deletedAt,
  )
  return (
    <>
      {others.length > 0 && <Menu.Label>Recent</Menu.Label>}
      {others.slice(0, MAX_RECENT).map((project) => (
        <Menu.Item key={project.id} onClick={() => void openProject(project.id)}>
          <span className="project-name">{titleWords(project.title)}</span>
        </Menu.Item>
      ))}
    </>
  )
}

/** What can be done with the open project. */
function OfCurrent({ project }: { readonly project: ProjectSummary }): ReactElement {
  const { id } = project
  return (
    <>
      <Menu.Label>This project</Menu.Label>
      <Menu.Item leftSection={<IconPencil size={18} />} onClick={editTitle}>
        Rename
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy size={18} />}
        onClick={() => reported('The project could not be duplicated', () => duplicateProject(id))}
      >
        Duplicate
      </Menu.Item>
      <Menu.Item
        leftSection={<IconHistory size={18} />}
        onClick={() => useProjects.setState({ dialog: 'versions' })}
      >
        Previous versions…
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileDownload size={18} />}
        onClick={() => reported('The project could not be exported', () => exportProject(id))}
      >
        Export as one file
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArchive size={18} />}
        onClick={() => reported('The project could not be archived', () => archiveProject(project))}
      >
        Archive
      </Menu.Item>
      <Menu.Item
        leftSection={<IconTrash size={18} />}
        onClick={() => reported('The project could not be deleted', () => deleteProject(project))}
      >
        Delete
      </Menu.Item>
      <Menu.Divider />
    </>
  )
}

/** The title in the top bar is where a project is renamed. The menu gives the focus back first. */
function editTitle(): void {
  setTimeout(() => {
    const title = document.querySelector<HTMLInputElement>('.script-title')
    title?.focus()
    title?.select()
  }, FOCUS_MS)
}

/** Time after which a closed menu has given the focus back, in milliseconds. */
const FOCUS_MS = 200
