import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billOfMaterials, type Component } from './sbom.ts'
import { NOT_REDISTRIBUTABLE, shippedPackages } from './third-party.ts'

const ROOT = join(import.meta.dirname, '..')
const bill = billOfMaterials(ROOT)
const namesOf = (parts: readonly Component[]): readonly string[] =>
  parts.map(({ name, version }) => `${name}@${version}`)

test('the bill of materials names the program, every package that it may contain, Electron and the models', () => {
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  expect(bill.metadata.component).toMatchObject({ type: 'application', name: 'griot' })
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const shipped = shippedPackages({ packages })
    .filter(({ licence }) => licence !== NOT_REDISTRIBUTABLE)
    .map(({ name, version }) => `${name}@${version}`)
  const libraries = namesOf(bill.components.filter(({ type }) => type === 'library'))
  expect(libraries.toSorted()).toEqual([...new Set(shipped)].toSorted())
  // npm's own list lacks these, because packages for development need them too.
  for (const name of ['undici', 'ws', 'zod', 'semver'])
    expect(libraries.some((part) => part.startsWith(`${name}@`))).toBe(true)
  const others = bill.components.filter(({ type }) => type !== 'library')
  expect(others.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['electron', 'models/native-speech', 'models/translation']),
  )
})

test('every part of it has a licence', () => {
  expect(namesOf(bill.components.filter(({ licenses = [] }) => licenses.length === 0))).toEqual([])
  const ffmpeg = bill.components.find(({ name }) => name === '@ffmpeg-installer/linux-x64')
  expect(ffmpeg?.licenses).toEqual([{ license: { id: 'GPL-3.0-or-later' } }])
})

test('it tells nothing of the machine that made it, or of where its packages came from', () => {
  const text = JSON.stringify(bill)
  expect([ROOT, homedir(), tmpdir()].filter((path) => text.includes(path))).toEqual([])
  expect(text).not.toMatch(/registry/i)
})
