import './projects.css'
import { Button, Modal, SegmentedControl, TextInput } from '@mantine/core'
import { type ReactElement, useEffect, useState } from 'react'
import { call } from '#renderer/client.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { dateWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import type { ProjectSummary } from '#shared/projects.ts'
import {
  archiveProject,
  deleteProject,
  duplicateProject,
  newProject,
  openProject,
  refreshProjects,
} from './project-actions.ts'
import { shownTitle } from './project-title.ts'
import { type ProjectList, projectsIn } from './projects-in.ts'
import { useProjects } from './projects-store.ts'

const LISTS: readonly ProjectList[] = ['present', 'archived', 'deleted']

/** Dialog with all projects. */
export function ProjectsDialog(): ReactElement {
  const opened = useProjects((state) => state.dialog === 'projects')
  return (
    <Modal opened={opened} onClose={close} title={t('projects:title')} size={720}>
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
        aria-label={t('projects:search')}
        value={search}
        onSearch={setSearch}
        data-autofocus
      />
      <SegmentedControl
        aria-label={t('projects:which')}
        data={LISTS.map((id) => ({ value: id, label: t(`projects:lists.${id}`) }))}
        value={list}
        onChange={(value) => setList(value as ProjectList)}
      />
      <InlineError reason={error} />
      <ul className="project-list" aria-label={t('projects:title')} aria-busy={isPending}>
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
  return t(search.trim() === '' ? `projects:empty.${list}` : 'projects:empty.search')
}

interface RowProps {
  readonly project: ProjectSummary
  readonly list: ProjectList
  readonly run: Run
}

function ProjectRow({ project, list, run }: RowProps): ReactElement {
  const { id, path, changedAt, isMissing } = project
  const title = shownTitle(project.title)
  const isOpen = id === useStudio((state) => state.scriptId)
  return (
    <li data-missing={isMissing || undefined}>
      <div className="project-about">
        <strong>{title}</strong>
        <span className="text-secondary">
          {isMissing ? t('projects:missing') : changedAt && dateWords(changedAt)}
          {isOpen && ` · ${t('projects:openHere')}`}
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
  const title = shownTitle(project.title)
  const open = async (): Promise<void> => {
    close()
    await openProject(id)
  }
  return (
    <>
      {!isOpen && (
        <Button
          size="compact-sm"
          aria-label={t('projects:actions.of', { action: t('projects:actions.open'), title })}
          onClick={() => run(open)}
        >
          {t('projects:actions.open')}
        </Button>
      )}
      <RowButton
        label={t('projects:actions.duplicate')}
        of={title}
        onClick={() => run(() => duplicateProject(id))}
      />
      {list === 'archived' ? (
        <RowButton
          label={t('projects:actions.unarchive')}
          of={title}
          onClick={() => run(() => call('projects.unarchive', { id }))}
        />
      ) : (
        <RowButton
          label={t('projects:actions.archive')}
          of={title}
          onClick={() => run(() => archiveProject(project))}
        />
      )}
      <RowButton
        label={t('projects:actions.delete')}
        of={title}
        onClick={() => run(() => deleteProject(project))}
      />
    </>
  )
}

function Restore({ project, run }: Pick<RowProps, 'project' | 'run'>): ReactElement {
  const { id } = project
  return (
    <RowButton
      label={t('projects:actions.restore')}
      of={shownTitle(project.title)}
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
      aria-label={t('projects:actions.of', { action: props.label, title: props.of })}
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
  const title = shownTitle(project.title)
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
          aria-label={t('projects:find.folder', { title })}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit">{t('projects:find.confirm')}</Button>
      </form>
    )
  return (
    <>
      <RowButton label={t('projects:actions.find')} of={title} onClick={() => setFinding(true)} />
      <RowButton
        label={t('projects:actions.forget')}
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
        label={t('projects:folder.label')}
        placeholder={t('projects:folder.hint')}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={path.trim() === ''}>
        {t('projects:folder.open')}
      </Button>
      <Button onClick={() => run(makeNew)}>{t('projects:new')}</Button>
    </form>
  )
}
