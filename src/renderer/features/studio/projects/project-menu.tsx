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
  IconLanguage,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { IconMenuTarget } from '#renderer/ui/icon-menu-target.tsx'
import type { ProjectSummary } from '#shared/projects.ts'
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
} from './project-actions.ts'
import { shownTitle } from './project-title.ts'
import { useProjects } from './projects-store.ts'

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
      onOpen={() => reported(t('projects:failed.list'), refreshProjects)}
    >
      <IconMenuTarget label={t('projects:menu.label')}>
        <IconFolder size={20} />
      </IconMenuTarget>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFolderPlus size={18} />}
          onClick={() => reported(t('projects:failed.create'), newProject)}
        >
          {t('projects:new')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFolderOpen size={18} />}
          onClick={() => useProjects.setState({ dialog: 'projects' })}
        >
          {t('projects:menu.all')}
        </Menu.Item>
        <Recent projects={projects} openId={openId} />
        <Menu.Divider />
        {current && <OfCurrent project={current} />}
        <Menu.Item leftSection={<IconFileUpload size={18} />} onClick={chooseProjectFile}>
          {t('projects:menu.import')}
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
      {others.length > 0 && <Menu.Label>{t('projects:menu.recent')}</Menu.Label>}
      {others.slice(0, MAX_RECENT).map((project) => (
        <Menu.Item key={project.id} onClick={() => void openProject(project.id)}>
          <span className="project-name">{shownTitle(project.title)}</span>
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
      <Menu.Label>{t('projects:menu.current')}</Menu.Label>
      <Menu.Item leftSection={<IconPencil size={18} />} onClick={editTitle}>
        {t('projects:menu.rename')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy size={18} />}
        onClick={() => reported(t('projects:failed.duplicate'), () => duplicateProject(id))}
      >
        {t('projects:actions.duplicate')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLanguage size={18} />}
        onClick={() => useProjects.setState({ dialog: 'languages' })}
      >
        {t('project-settings:menu')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconHistory size={18} />}
        onClick={() => useProjects.setState({ dialog: 'versions' })}
      >
        {t('projects:menu.versions')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileDownload size={18} />}
        onClick={() => reported(t('projects:failed.export'), () => exportProject(id))}
      >
        {t('projects:menu.export')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArchive size={18} />}
        onClick={() => reported(t('projects:failed.archive'), () => archiveProject(project))}
      >
        {t('projects:actions.archive')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconTrash size={18} />}
        onClick={() => reported(t('projects:failed.delete'), () => deleteProject(project))}
      >
        {t('projects:actions.delete')}
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
