import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { wholeProgram } from '#cli/program.test-support.ts'

const ROOT = join(import.meta.dirname, '../..')
const CHART = 'deploy/chart/griot'
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const templates = readdirSync(join(ROOT, CHART, 'templates')).map((name) =>
  read(`${CHART}/templates/${name}`),
)

test('every measure that an alert, a panel or the scaling asks for is one that the program has', () => {
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).filter((path) => !path.includes('.test'))
  const named = new Set(
    sources.flatMap((path) =>
      [...read(path).matchAll(/'(griot_[a-z_]+)'/g)].map(([, name]) => name),
    ),
  )
  const asked = ['files/alerts.yaml', 'files/dashboard.json', 'templates/worker.yaml']
    .flatMap((path) => read(`${CHART}/${path}`).match(/griot_[a-z_]+/g) ?? [])
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
  expect(asked.length).toBeGreaterThan(20)
  expect([...new Set(asked)].filter((name) => !named.has(name))).toEqual([])
})

test('the values of the chart keep to their schema, and the templates use no other ones', () => {
  const values = parse(read(`${CHART}/values.yaml`))
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true })
  const validate = ajv.compile(JSON.parse(read(`${CHART}/values.schema.json`)))
  validate(values)
  expect(validate.errors ?? []).toEqual([])
  expect(validate({ ...values, workers: {} })).toBe(false)
  const used = templates.flatMap((text) =>
    [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path),
  )
  expect(used.length).toBeGreaterThan(20)
  const missing = used.filter((path) => {
    let value: unknown = values
    for (const name of path.split('.'))
      value = (value as Record<string, unknown> | undefined)?.[name]
    return value === undefined
  })
  expect(missing).toEqual([])
})

test('chart and image are of the version of the program', () => {
  const { version } = JSON.parse(read('package.json'))
  expect(parse(read(`${CHART}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
})

test('what the image copies is there or made, and with it come the licences of others and the bill of materials', () => {
  const copies = read('deploy/Dockerfile').match(/^COPY --from=build .*$/gm) ?? []
  const copied = copies.flatMap((line) => [...line.matchAll(/\/app\/(\S+)/g)])
  const made = ['node_modules', 'out']
  const paths = copied.map(([, path = '']) => path)
  const missing = paths.filter(
    (path) => !made.includes(path.split('/')[0] ?? '') && !existsSync(join(ROOT, path)),
  )
  expect(missing).toEqual([])
  expect(paths).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'THIRD_PARTY.md',
      'licences',
      'models',
      'out/sbom.cdx.json',
    ]),
  )
})

test('compose and chart start commands with options that they have', async () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true })
  const program = await wholeProgram()
  const commands: readonly (readonly string[])[] = [
    services.node.command,
    services.worker.command,
    optionsIn('node.yaml', 'serve'),
    optionsIn('worker.yaml', 'worker'),
  ]
  for (const [name = '', ...options] of commands) {
    const command = program.commands.find((one) => one.name() === name)
    const known = command?.options.map(({ long }) => long)
    for (const option of options.filter((text) => text.startsWith('--')))
      expect(known, `griot ${name}`).toContain(option)
  }
})

/** The options that the container of a template is started with. */
function optionsIn(template: string, command: string): readonly string[] {
  const [, args = ''] =
    /\n +args:\n([\s\S]*?)\n +ports:/.exec(read(`${CHART}/templates/${template}`)) ?? []
  return [command, ...(args.match(/(?<=- )--[a-z-]+/g) ?? [])]
}

test('the compose file publishes no port but on this computer itself', () => {
  const services: Record<string, { ports?: string[] }> = parse(read('deploy/compose.yaml'), {
    merge: true,
  }).services
  const ports = Object.values(services).flatMap((service) => service.ports ?? [])
  expect(ports.length).toBeGreaterThan(0)
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})

test('every environment variable that the containers are given is one that the program reads', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true })
  const sources = globSync('src/**/*.ts', { cwd: ROOT }).map(read).join('\n')
  const given = [
    ...Object.keys(services.node.environment),
    ...(read(`${CHART}/values.yaml`).match(/\bGRIOT_[A-Z_]+/g) ?? []),
  ].filter((name) => name.startsWith('GRIOT_'))
  expect(given.length).toBeGreaterThan(5)
  expect([...new Set(given)].filter((name) => !sources.includes(name))).toEqual([])
})
