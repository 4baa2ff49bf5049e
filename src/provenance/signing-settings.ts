import { ProvenanceSettings } from '#shared/provenance.ts'
import { type SettingId, settingOf } from '#shared/settings-list.ts'
import type { ProvenanceRows } from '#storage/db/provenance.ts'
import {
  changeStoredSettings,
  readStoredSettings,
  type SettingValues,
} from '#storage/settings-file.ts'
import type { Provenance } from './provenance.ts'

/** The settings of signing, which stand in the settings of a data folder as `signing.…`. */
export function createSigningSettings(home: string): Provenance['settings'] {
  const get = (): ProvenanceSettings => {
    const { values } = readStoredSettings(home)
    const settingIn = (id: SettingId): string => values[id] ?? settingOf(id).standard
    return ProvenanceSettings.parse({
      author: settingIn('signing.author'),
      trainingMining: settingIn('signing.training') || undefined,
      namesClonedVoices: settingIn('signing.cloned-names') === 'yes',
      flac: settingIn('signing.flac'),
      issuerName: settingIn('signing.name'),
      organisation: settingIn('signing.organisation'),
      keepRecords: values['signing.records'] && Number(values['signing.records']),
    })
  }
  return {
    get,
    async change(settings) {
      const wanted = valuesOf(ProvenanceSettings.parse(settings))
      await changeStoredSettings(home, (values) => {
        const isOther = ([id, value]: [string, string]): boolean =>
          value !== settingOf(id as keyof typeof wanted).standard
        const others = Object.entries(values).filter(([id]) => !Object.hasOwn(wanted, id))
        return Object.fromEntries([...others, ...Object.entries(wanted).filter(isOther)])
      })
      return get()
    },
  }
}

/** Moves settings that the library of an older Griot holds into the settings of its data folder. */
export async function moveSigningSettings(
  rows: Pick<ProvenanceRows, 'settings' | 'forgetSettings'>,
  settings: Provenance['settings'],
): Promise<void> {
  const former = ProvenanceSettings.safeParse(await rows.settings())
  if (!former.success) return
  await settings.change(former.data)
  await rows.forgetSettings()
}

function valuesOf(settings: ProvenanceSettings) {
  const { trainingMining = '', namesClonedVoices, keepRecords } = settings
  return {
    'signing.author': settings.author,
    'signing.training': trainingMining,
    'signing.cloned-names': namesClonedVoices ? 'yes' : 'no',
    'signing.flac': settings.flac,
    'signing.name': settings.issuerName,
    'signing.organisation': settings.organisation,
    'signing.records': String(keepRecords ?? settingOf('signing.records').standard),
  } satisfies SettingValues
}
