import { Radio, Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import type { ProvenanceSettings } from '#shared/provenance.ts'
import { NameField } from './name-field.tsx'
import { SaveRow } from './save-row.tsx'
import type { Signing } from './signing-store.ts'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'
import { groupFingerprint } from './verdict-facts.ts'

interface ContentsSectionProps {
  readonly settings: ProvenanceSettings
  readonly preview: Signing['preview']
}

const FIELDS = ['author', 'trainingMining', 'namesClonedVoices', 'flac'] as const

/** Settings for the contents of a manifest, with a preview. */
export function ContentsSection({ settings, preview }: ContentsSectionProps): ReactElement {
  const form = useSettingsForm(settings, FIELDS)
  return (
    <section className="verify-section" aria-labelledby="contents-title">
      <div>
        <h2 id="contents-title">{t('verify:contents.title')}</h2>
        <p className="text-secondary">{t('verify:contents.about')}</p>
      </div>
      <div className="contents">
        <form className="signing-form" noValidate onSubmit={form.submit}>
          <NameField
            form={form}
            field="author"
            label={t('verify:contents.author')}
            description={t('verify:contents.authorMeans')}
          />
          <TrainingChoice form={form} />
          <Switch
            size="md"
            label={t('verify:contents.clonedNames')}
            description={t('verify:contents.clonedNamesMean')}
            checked={form.values.namesClonedVoices}
            onChange={(event) => form.change({ namesClonedVoices: event.currentTarget.checked })}
          />
          <FlacChoice form={form} />
          <SaveRow form={form} />
        </form>
        <Preview rows={preview} isOutdated={form.isChanged} />
      </div>
    </section>
  )
}

const TRAINING_OPTIONS = ['unsaid', 'allowed', 'notAllowed', 'constrained'] as const

function TrainingChoice({ form }: { form: SettingsForm }): ReactElement {
  return (
    <Radio.Group
      label={t('verify:contents.trainingMining')}
      value={form.values.trainingMining ?? 'unsaid'}
      onChange={(value) => {
        const choice = TRAINING_OPTIONS.find((known) => known === value)
        form.change({ trainingMining: choice === 'unsaid' ? undefined : choice })
      }}
    >
      <div className="signing-choices">
        {TRAINING_OPTIONS.map((value) => (
          <Radio key={value} value={value} label={t(`verify:contents.training.${value}`)} />
        ))}
      </div>
    </Radio.Group>
  )
}

function FlacChoice({ form }: { form: SettingsForm }): ReactElement {
  return (
    <Radio.Group
      label={t('verify:contents.flac')}
      value={form.values.flac}
      onChange={(value) => form.change({ flac: value === 'sidecar' ? 'sidecar' : 'embed' })}
    >
      <div className="signing-choices">
        <Radio
          value="embed"
          label={t('verify:contents.embed')}
          description={t('verify:contents.embedMeans')}
        />
        <Radio
          value="sidecar"
          label={t('verify:contents.sidecar')}
          description={t('verify:contents.sidecarMeans')}
        />
      </div>
    </Radio.Group>
  )
}

/** `isOutdated`: the form has unsaved edits. */
function Preview(props: {
  readonly rows: Signing['preview']
  readonly isOutdated: boolean
}): ReactElement {
  return (
    <div className="preview">
      <h3>{t('verify:contents.preview')}</h3>
      <dl className="facts" aria-label={t('verify:contents.previewLabel')}>
        {props.rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {/^[0-9a-f]{64}$/.test(value) ? (
                <code>{groupFingerprint(value)}</code>
              ) : (
                <bdi>{value}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {props.isOutdated && <p className="text-secondary">{t('verify:contents.previewOutdated')}</p>}
    </div>
  )
}
