import './projects.css'
import { Button, Modal, SegmentedControl, TextInput } from '@mantine/core'
import { type ReactElement, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { dateWords } from '#renderer/i18n/format.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { type ProjectSummary, titleWords } from '#shared/projects.ts'
import {
  archiveProject,
  deleteProject,
  duplicateProject,
  newProject,
  openProject,
  refreshProjects,
  useProjects,
} from './project-actions.ts'
import { type ProjectList, projectsIn } from './projects-in.ts'

const LISTS: readonly { readonly value: ProjectList; readonly label: string }[] = [
  { value: 'present', label: 'Projects' },
  { value: 'archived', label: 'Archived' },
  { value: 'deleted', label: 'Deleted' },
]

/** Dialog with all projects. */
export function ProjectsDialog(): ReactElement {
  const opened = useProjects((state) => state.dialog === 'projects')
  return (
    <Modal opened={opened} onClose={close} title="Projects" size={720}>
      <Contents />
    </Modal>
  )
}

const close = (): void => useProjects.setState({ dialog: undefined })

/** Runs an action and shows why it failed. */
type Run = (action: () => Promise<unknown>) => void

function Contents(): ReactElement {
  const projects = useProjects((state) => state.projects)
  const [list, setList] = useState<ProjectList>('present')
  const [search, setSearch] = useState('')
  const { isPending, error, run } = useAsyncAction('stays')
  useEffect(() => void run(refreshProjects), [run])
  const found = projectsIn(projects, list, search)
  const runAndRefresh: Run = (action) =>
    void run(async () => {
      await action()
      await refreshProjects()
    })
  return (
    <div className="dialog-step">
      <SearchField
        aria-label="Search projects"
        value={search}
        onSearch={setSearch}
        data-autofocus
      />
      <SegmentedControl
        aria-label="Which projects"
        data={[...LISTS]}
        value={list}
        onChange={(value) => setList(value as ProjectList)}
      />
      <InlineError reason={error} />
      <ul className="project-list" aria-label="Projects" aria-busy={isPending}>
        {found.map((project) => (
          <ProjectRow key={project.id} project={project} list={list} run={runAndRefresh} />
        ))}
      </ul>
      {found.length === 0 && <p className="text-secondary">{emptyWords(list, search)}</p>}
      <OpenFolder run={runAndRefresh} />
    </div>
  )
}

function emptyWords(list: ProjectList, search: string): string {
  if (search.trim() !== '') return 'No project matches your search.'
  if (list === 'archived') return 'No project is archived. Archive those that you no longer need.'
  if (list === 'deleted') return 'No project was deleted in the last 30 days.'
  return 'There is no project yet. Make a new one.'
}

interface RowProps {
  readonly project: ProjectSummary
  readonly list: ProjectList
  readonly run: Run
}

function ProjectRow({ project, list, run }: RowProps): ReactElement {
  const { id, path, changedAt, isMissing } = project
  const title = titleWords(project.title)
  const isOpen = id === useStudio((state) => state.scriptId)
  return (
    <li data-missing={isMissing || undefined}>
      <div className="project-about">
        <strong>{title}</strong>
        <span className="text-secondary">
          {isMissing ? 'Its folder is not there' : changedAt && dateWords(changedAt)}
          {isOpen && ' · open here'}
        </span>
        <span className="text-secondary project-path">{path}</span>
      </div>
      <div className="project-row-actions">
        {list === 'deleted' && <Restore project={project} run={run} />}
        {list !== 'deleted' && isMissing && <Missing project={project} run={run} />}
        {list !== 'deleted' && !isMissing && (
          <Present project={project} list={list} isOpen={isOpen} run={run} />
        )}
      </div>
    </li>
  )
}

function Present(props: RowProps & { readonly isOpen: boolean }): ReactElement {
  const { project, list, isOpen, run } = props
  const { id } = project
  const title = titleWords(project.title)
  const open = async (): Promise<void> => {
    close()
    await openProject(id)
  }
  return (
    <>
      {!isOpen && (
        <Button size="compact-sm" aria-label={`Open ${title}`} onClick={() => run(open)}>
          Open
        </Button>
      )}
      <RowButton label="Duplicate" of={title} onClick={() => run(() => duplicateProject(id))} />
      {list === 'archived' ? (
        <RowButton
          label="Unarchive"
          of={title}
          onClick={() => run(() => call('projects.unarchive', { id }))}
        />
      ) : (
        <RowButton label="Archive" of={title} onClick={() => run(() => archiveProject(project))} />
      )}
      <RowButton label="Delete" of={title} onClick={() => run(() => deleteProject(project))} />
    </>
  )
}

function Restore({ project, run }: Pick<RowProps, 'project' | 'run'>): ReactElement {
  const { id } = project
  return (
    <RowButton
      label="Restore"
      of={titleWords(project.title)}
      onClick={() => run(() => call('projects.undelete', { id }))}
    />
  )
}

function RowButton(props: {
  readonly label: string
  readonly of: string
  readonly onClick: () => void
}): ReactElement {
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${props.label} ${props.of}`}
      onClick={props.onClick}
    >
      {props.label}
    </Button>
  )
}

/** What to do about a project whose folder has gone. */
function Missing({ project, run }: Pick<RowProps, 'project' | 'run'>): ReactElement {
  const [isFinding, setFinding] = useState(false)
  const [path, setPath] = useState(project.path)
  const { id } = project
  const title = titleWords(project.title)
  if (isFinding)
    return (
      <form
        className="find-project"
        onSubmit={(event) => {
          event.preventDefault()
          run(() => call('projects.find', { id, path }))
        }}
      >
        <TextInput
          aria-label={`Folder of ${title}`}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit">It is here</Button>
      </form>
    )
  return (
    <>
      <RowButton label="Find it…" of={title} onClick={() => setFinding(true)} />
      <RowButton
        label="Forget"
        of={title}
        onClick={() => run(() => call('projects.forget', { id }))}
      />
    </>
  )
}

/** Opens a project from any folder of the computer on which Griot runs, and makes new ones. */
function OpenFolder({ run }: { readonly run: Run }): ReactElement {
  const [path, setPath] = useState('')
  const openFolder = async (): Promise<void> => {
    const { id } = await call('projects.openFolder', { path })
    close()
    await openProject(id)
  }
  const makeNew = async (): Promise<void> => {
    close()
    await newProject()
  }
  return (
    <form
      className="find-project"
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim() !== '') run(openFolder)
      }}
    >
      <TextInput
        label="Open a project from another folder"
        placeholder="/path/of/the/project"
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={path.trim() === ''}>
        Open folder
      </Button>
      <Button onClick={() => run(makeNew)}>New project</Button>
    </form>
  )
}
