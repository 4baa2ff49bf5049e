import { NativeSelect } from '@mantine/core'
import type { ReactElement } from 'react'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { groupVoices, type VoiceGroup } from '#renderer/features/studio/voice-groups.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { LanguageChip, languageName } from '#renderer/ui/language-chip.tsx'
import { type CastRow, type ImportPlan, NO_NAME } from './import-plan.ts'
import { useImport } from './import-store.ts'

/** Names that are listed; the others have the voices that are proposed. */
const MOST_ROWS = 100

/** The names of the script, each with the voice that it shall have; without names, the voice of all lines. */
export function CastTable({ cast }: Pick<ImportPlan, 'cast'>): ReactElement | undefined {
  if (cast.length === 0) return undefined
  const hasNames = cast.some(({ key }) => key !== NO_NAME)
  const more = cast.length - MOST_ROWS
  return (
    <fieldset className="import-part">
      <legend className="field-label">{t('import:cast.label')}</legend>
      {hasNames && <p className="text-secondary">{t('import:cast.remembered')}</p>}
      <ul className="import-cast">
        {cast.slice(0, MOST_ROWS).map((row) => (
          <CastMemberRow key={row.key} row={row} />
        ))}
      </ul>
      {more > 0 && <p className="text-secondary">{t('import:cast.more', { count: more })}</p>}
    </fieldset>
  )
}

function CastMemberRow({ row }: { readonly row: CastRow }): ReactElement {
  const voices = useStudio((state) => state.voices)
  const favourites = useStudio((state) => state.favourites)
  const { key, name, lines, voice, language } = row
  const groups = groupVoices(voices, '', language, favourites)
  return (
    <li>
      <span className="import-name" dir="auto">
        {name}
      </span>
      <span className="import-count text-secondary">
        {t('import:lines', { count: lines })}
        {language && <LanguageChip code={language} />}
      </span>
      <NativeSelect
        aria-label={t('import:cast.voiceOf', { name })}
        value={voice}
        data={[
          ...(key === NO_NAME ? [] : [{ value: '', label: t('import:cast.notAName') }]),
          ...groups.map((group) => ({
            group: groupName(group),
            items: group.voices.map(({ id, name: label }) => ({ value: id, label })),
          })),
        ]}
        onChange={({ currentTarget }) =>
          useImport.setState(({ chosen }) => ({
            chosen: new Map(chosen).set(key, currentTarget.value),
          }))
        }
      />
    </li>
  )
}

function groupName(group: VoiceGroup): string {
  if (group.kind === 'language') return languageName(group.language)
  return t(group.kind === 'own' ? 'import:cast.ownVoices' : 'import:cast.favourites')
}
