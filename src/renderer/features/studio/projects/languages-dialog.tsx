import './projects.css'
import { Button, Checkbox, Modal } from '@mantine/core'
import type { ReactElement } from 'react'
import { DialogActions } from '#renderer/features/studio/dialog-steps.tsx'
import { setScriptLanguages } from '#renderer/features/studio/script-commands.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { useProjects } from './projects-store.ts'

/** Dialog with the languages that the open project is written in. A choice counts at once. */
export function LanguagesDialog(): ReactElement {
  const opened = useProjects((state) => state.dialog === 'languages')
  return (
    <Modal opened={opened} onClose={close} title={t('project-settings:title')} size={560}>
      <Contents />
    </Modal>
  )
}

const close = (): void => useProjects.setState({ dialog: undefined })
const NONE: readonly LanguageCode[] = []

function Contents(): ReactElement {
  const chosen = useStudio(({ script }) => script.settings?.languages ?? NONE)
  const [first] = chosen
  const choose = (codes: readonly string[]): void =>
    setScriptLanguages(
      codes.flatMap((code) => LANGUAGES.find((one) => one.code === code)?.code ?? []),
    )
  return (
    <div className="dialog-step">
      <p className="text-secondary">{t('project-settings:about')}</p>
      <Checkbox.Group label={t('project-settings:label')} value={[...chosen]} onChange={choose}>
        <div className="project-languages">
          {LANGUAGES.map(({ code }) => (
            <Checkbox key={code} value={code} label={languageName(code)} />
          ))}
        </div>
      </Checkbox.Group>
      <p className="text-secondary">
        {first === undefined
          ? t('project-settings:none')
          : t('project-settings:first', { language: languageName(first) })}
      </p>
      <DialogActions>
        <Button onClick={close}>{t('project-settings:done')}</Button>
      </DialogActions>
    </div>
  )
}
