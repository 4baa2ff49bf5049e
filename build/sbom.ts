import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  byLicence,
  CORRECTED_LICENCES,
  type LockFile,
  NOT_REDISTRIBUTABLE,
  shippedPackages,
  trueDependencies,
} from './third-party.ts'

/** npm run sbom: writes what the program is made of to out/sbom.cdx.json (CycloneDX 1.5), and prints the licences. */

const ROOT = join(import.meta.dirname, '..')
const OUTPUT = 'out/sbom.cdx.json'

/** A part of a bill of materials, as CycloneDX has it. */
export interface Component {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version?: string
  readonly scope?: string
  readonly description?: string
  readonly purl?: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  licenses?: readonly Licence[]
  readonly components?: readonly Component[]
}

type Licence = { readonly license: { readonly id: string } } | { readonly expression: string }

/** The parts of a bill of materials that are read and changed; everything else is npm's. */
export interface Bill {
  readonly metadata: { readonly component: Component }
  components: readonly Component[]
}

/**
 * Returns the bill of materials: npm's list of the packages that the program may contain on any system, with their true
 * licences, Electron, and the models.
 */
export function billOfMaterials(root: string): Bill {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const manifest = JSON.parse(read('package.json'))
  const lock: LockFile = JSON.parse(read('package-lock.json'))
  const bill = billOfPackages(manifest, lock)
  for (const component of bill.components) {
    const licence = CORRECTED_LICENCES[component.name]
    if (licence !== undefined) component.licenses = licencesOf(licence)
  }
  const { models } = JSON.parse(read('models/catalog.json'))
  bill.components = [...bill.components, electron(lock), ...models.map(modelComponent)]
  return bill
}

/**
 * `npm sbom --omit dev` leaves out every package that something for development needs too, so npm is given a project
 * without those.
 */
function billOfPackages(manifest: Manifest, lock: LockFile): Bill {
  const folder = mkdtempSync(join(tmpdir(), 'griot-sbom-'))
  try {
    // npm takes the name of the program from its folder.
    const project = join(folder, manifest.name)
    mkdirSync(project)
    const { devDependencies: _, ...shipped } = manifest
    const { devDependencies: __, ...top } = lock.packages[''] as Manifest
    const others = shippedPackages(lock)
      // electron-builder.yml keeps these out of the packages.
      .filter(({ licence }) => licence !== NOT_REDISTRIBUTABLE)
      .map(({ path }) => {
        const dependencies = trueDependencies(lock, path)
        return [path, { ...lock.packages[path], dependencies }]
      })
    const packages = Object.fromEntries([['', top], ...others])
    writeFileSync(join(project, 'package.json'), JSON.stringify(shipped))
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
    const question = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
    const answer = execFileSync('npm', ['sbom', ...question, '--no-update-notifier'], {
      cwd: project,
      encoding: 'utf8',
      maxBuffer: 64 * 2 ** 20,
      shell: process.platform === 'win32',
    })
    return JSON.parse(answer)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Manifest {
  readonly name: string
  readonly devDependencies?: unknown
}

/** For npm it is a package for development; electron-builder puts it around the desktop program. */
function electron(lock: LockFile): Component {
  const { version = '', license = '' } = lock.packages['node_modules/electron'] ?? {}
  return {
    'bom-ref': `electron@${version}`,
    type: 'framework',
    name: 'electron',
    version,
    scope: 'optional',
    description:
      'Runtime of the desktop program, with Chromium and Node.js. It is not part of the service.',
    purl: `pkg:npm/electron@${version}`,
    licenses: licencesOf(license),
  }
}

interface Model {
  readonly id: string
  readonly licence: { readonly id: string; readonly why?: string }
  readonly files: readonly { readonly name: string; readonly sha256: string }[]
}

function modelComponent({ id, licence, files }: Model): Component {
  return {
    'bom-ref': `models/${id}`,
    type: 'machine-learning-model',
    name: `models/${id}`,
    description: [licence.id, licence.why].filter(Boolean).join(': '),
    licenses: licencesOf(licence.id),
    components: files.map(({ name, sha256 }) => ({
      'bom-ref': `models/${id}/${name}`,
      type: 'file',
      name,
      hashes: [{ alg: 'SHA-256', content: sha256 }],
    })),
  }
}

function licencesOf(licence: string): readonly Licence[] {
  const isListed = /^[\w.-]+$/.test(licence) && !licence.startsWith('LicenseRef-')
  return [isListed ? { license: { id: licence } } : { expression: licence }]
}

function printLicences(root: string): void {
  const lock: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const [licence, packages] of byLicence(shippedPackages(lock)))
    process.stdout.write(`${String(packages.length).padStart(5)}  ${licence}\n`)
}

if (import.meta.main) {
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  writeFileSync(join(ROOT, OUTPUT), `${JSON.stringify(billOfMaterials(ROOT), undefined, 2)}\n`)
  printLicences(ROOT)
  process.stdout.write(`${OUTPUT} is written.\n`)
}
