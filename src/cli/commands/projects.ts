import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import type { CommandContext } from '#cli/command-context.ts'
import { refuseService } from '#cli/database-option.ts'
import { GriotCommand } from '#cli/griot-command.ts'
import { UsageError } from '#cli/usage-error.ts'
import { PROJECT_FILE } from '#projects/project-body.ts'
import { openProjectFolder, type ProjectFolder } from '#projects/project-folder.ts'
import type { Projects } from '#projects/registry.ts'
import { AppError } from '#shared/errors.ts'
import { type ProjectSummary, titleWords } from '#shared/projects.ts'

/** Lists and shows projects, and passes them on as files. */
export function projects(context: CommandContext): CommandUnknownOpts {
  return new GriotCommand('projects', {
    summary: 'list, show, export and import projects',
    description:
      'List and show the projects of the studio, write one into a file and take one in. A project is a folder: its path does in place of its id.',
  })
    .addCommand(list(context))
    .addCommand(show(context))
    .addCommand(exportFile(context))
    .addCommand(importFile(context))
}

function list({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('list', {
    summary: 'list the projects, one a line',
    description: 'List the projects, one a line: id, title, state, folder.',
    examples: ['griot projects list', 'griot projects list --all'],
  })
    .option('--all', 'archived and deleted ones too')
    .option('--json', 'answer as JSON')
    .action(({ all, json }) =>
      withProjects(environment, (known) => {
        const shown = known
          .list()
          .filter(({ archivedAt, deletedAt }) => all || !(archivedAt || deletedAt))
        if (json) console.log(JSON.stringify(shown, undefined, 2))
        else for (const project of shown) console.log(lineOf(project))
      }),
    )
}

function show({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('show', {
    summary: 'show a project with its lines',
    description:
      'Show a project: where it lies, when it was made and changed, its previous versions and its lines, each as "voice: text".',
    examples: ['griot projects show 3f2a9c1e', 'griot projects show ~/news --json'],
  })
    .argument('<PROJECT>', 'id, the first characters of one, or a folder')
    .option('--json', 'answer as JSON, with the whole script')
    .action((name, { json }) =>
      withProjects(environment, (known) => showOne(projectNamed(known, name), json)),
    )
}

function showOne(project: ProjectFolder, json: true | undefined): void {
  const { script, revision } = project.load()
  const notice = project.notice()
  if (notice) console.error(notice)
  const { id, path } = project
  const versions = project.versions().map(({ script: _, ...about }) => about)
  const about = { id, title: script.title, path, ...project.times(), revision, versions }
  if (json) {
    console.log(JSON.stringify({ ...about, script }, undefined, 2))
    return
  }
  console.log(`Title\t${titleWords(script.title)}\nId\t${id}\nFolder\t${path}`)
  console.log(`Made\t${about.createdAt}\nChanged\t${about.changedAt}`)
  for (const { at, reason, lines } of versions)
    console.log(`Version\t${at}\t${reason}\t${lines} lines`)
  console.log('')
  for (const { kind, voice, text } of script.lines)
    console.log(kind === 'chapter' ? `# ${text}` : `${voice}: ${text}`)
}

function exportFile({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('export', {
    summary: 'write a project with its takes into one file',
    examples: ['griot projects export 3f2a9c1e --out news.griot'],
  })
    .argument('<PROJECT>', 'id, the first characters of one, or a folder')
    .requiredOption('-o, --out <FILE>', 'write to this file, which must not be there')
    .action((name, { out }) =>
      withProjects(environment, async (known) => {
        if (existsSync(out)) throw new UsageError(`${out} already exists. Choose another name.`)
        const { writeProjectFile } = await import('#projects/project-file.ts')
        await writeProjectFile(projectNamed(known, name), resolve(out), untilEnd())
        console.log(`Wrote ${out}`)
      }),
    )
}

function importFile({ environment }: CommandContext): CommandUnknownOpts {
  return new GriotCommand('import', {
    summary: 'add the project in a file, or the one in a folder',
    description:
      'Add the project in a .griot file as a project of its own, or open the project in a folder where it lies.',
    examples: ['griot projects import news.griot', 'griot projects import ~/news'],
  })
    .argument('<FILE>', 'a .griot file or the folder of a project')
    .option('--json', 'answer as JSON')
    .action((file, { json }) =>
      withProjects(environment, async (known) => {
        const found = statSync(file, { throwIfNoEntry: false })
        if (!found) throw new UsageError(`${file} is not there. Check the name.`)
        const added = found.isDirectory()
          ? known.openFolder(file)
          : await importInto(known, resolve(file))
        console.log(json ? JSON.stringify(added, null, 1) : lineOf(added))
      }),
    )
}

async function importInto(known: Projects, file: string): Promise<ProjectSummary> {
  const { addProjectFile } = await import('#projects/project-file.ts')
  return addProjectFile(known, { path: file, fileName: file }, () => new Date(), untilEnd())
}

/** Until the command is stopped, which ends its process. */
const untilEnd = (): AbortSignal => new AbortController().signal

function projectNamed(known: Projects, name: string): ProjectFolder {
  if (existsSync(join(name, PROJECT_FILE)))
    return openProjectFolder(
      resolve(name),
      { now: () => new Date(), randomName: known.newId },
      'read',
    )
  const found = known.list().filter(({ id, title }) => id.startsWith(name) || title === name)
  const [one, another] = found
  if (one && !another) return known.open(one.id)
  if (another) throw new UsageError(`Several projects are called "${name}". Give more of the id.`)
  throw new AppError(
    'project/not-found',
    `There is no project "${name}". "griot projects list --all" shows them.`,
  )
}

async function withProjects<T>(
  environment: CommandContext['environment'],
  use: (known: Projects) => T | Promise<T>,
): Promise<void> {
  refuseService(environment, 'projects', 'A service has no projects of the studio.')
  const { home, resources } = environment
  const { openProjects } = await import('#app/open-projects.ts')
  const { projects: known, close } = await openProjects(home, resources)
  try {
    known.prepare()
    const notice = known.notice()
    if (notice) console.error(notice)
    await use(known)
  } finally {
    close()
  }
}

function lineOf({ id, title, path, ...project }: ProjectSummary): string {
  return [id, titleWords(title), stateOf(project), path].join('\t')
}

function stateOf(project: Pick<ProjectSummary, 'isMissing' | 'archivedAt' | 'deletedAt'>): string {
  if (project.deletedAt) return 'deleted'
  if (project.isMissing) return 'missing'
  return project.archivedAt ? 'archived' : ''
}
