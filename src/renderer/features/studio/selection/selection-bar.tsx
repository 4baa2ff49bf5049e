import { ActionIcon, Button, Menu, Popover, Select } from '@mantine/core'
import {
  IconAdjustments,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconFolderShare,
  IconLanguage,
  IconTrash,
  IconVolume,
  IconX,
} from '@tabler/icons-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { sendToChapter } from '#renderer/features/studio/chapters/chapter-commands.ts'
import { chaptersOf, chapterTitle } from '#renderer/features/studio/chapters/chapter-outline.ts'
import { resumeLanguageDetection } from '#renderer/features/studio/language-detection.ts'
import {
  duplicateTogether,
  moveTogetherBy,
  removeTogether,
  setLanguages,
  setVoices,
} from '#renderer/features/studio/script-commands.ts'
import { DeliverySliders } from '#renderer/features/studio/settings/delivery-sliders.tsx'
import { speakLines } from '#renderer/features/studio/speech-queue.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import {
  languageOfLine,
  openTranslate,
} from '#renderer/features/studio/translate/translate-store.ts'
import { groupVoices, type VoiceGroup } from '#renderer/features/studio/voice-groups.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { FITTING } from '#renderer/ui/fitting-popover.ts'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'
import { pickAll, pickedLines, pickNone, useSelection } from './selection.ts'

/** What can be done with the selected lines. Every change is one undo step. */
export function SelectionBar(): ReactElement {
  const ids = useSelection((state) => state.ids)
  const lines = pickedLines(
    useStudio(({ script }) => script.lines),
    ids,
  )
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('selection:title')}>
      <strong>{t('selection:count', { count: ids.size })}</strong>
      <Button size="compact-sm" variant="subtle" onClick={pickAll}>
        {t('selection:selectAll')}
      </Button>
      <BatchSettings lines={lines} ids={ids} />
      <ChapterMenu ids={ids} />
      <BarButton label={t('selection:speak')} onClick={() => speakLines(lines)}>
        <IconVolume size={18} />
      </BarButton>
      <BarButton label={t('selection:translate')} onClick={() => openTranslate(ids)}>
        <IconLanguage size={18} />
      </BarButton>
      <BarButton label={t('selection:moveUp')} onClick={() => moveTogetherBy(ids, -1)}>
        <IconArrowUp size={18} />
      </BarButton>
      <BarButton label={t('selection:moveDown')} onClick={() => moveTogetherBy(ids, 1)}>
        <IconArrowDown size={18} />
      </BarButton>
      <BarButton label={t('selection:duplicate')} onClick={() => duplicateTogether(ids)}>
        <IconCopy size={18} />
      </BarButton>
      <BarButton label={t('selection:delete')} onClick={() => removeTogether(ids)}>
        <IconTrash size={18} />
      </BarButton>
      <BarButton label={t('selection:clear')} onClick={pickNone}>
        <IconX size={18} />
      </BarButton>
    </div>
  )
}

function BarButton(props: {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}): ReactElement {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  )
}

interface BatchProps {
  readonly lines: readonly ScriptLine[]
  readonly ids: ReadonlySet<string>
}

function BatchSettings({ lines, ids }: BatchProps): ReactElement {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      position="bottom-end"
      shadow="md"
      width={320}
      trapFocus
      middlewares={FITTING}
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconAdjustments size={16} />}
          onClick={() => setOpened(!opened)}
        >
          {t('selection:change.open')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('selection:change.title')} className="batch-settings">
        <BatchVoice lines={lines} ids={ids} />
        <BatchLanguage lines={lines} ids={ids} />
        <DeliverySliders lines={lines} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function BatchVoice({ lines, ids }: BatchProps): ReactElement {
  const voices = useStudio((state) => state.voices)
  const favourites = useStudio((state) => state.favourites)
  const written = common(lines.map((line) => languageOfLine(line))) ?? undefined
  const groups = groupVoices(voices, '', written, favourites)
  return (
    <Select
      label={t('selection:change.voice')}
      placeholder={t('selection:change.voices')}
      searchable
      data={groups.map((group) => ({
        group: groupName(group),
        items: group.voices.map(({ id, name }) => ({ value: id, label: name })),
      }))}
      value={common(lines.map(({ voice }) => voice))}
      comboboxProps={{ withinPortal: false }}
      onChange={(voice) => voice && setVoices(ids, voice)}
    />
  )
}

function groupName(group: VoiceGroup): string {
  return group.kind === 'language'
    ? languageName(group.language)
    : t(`studio:voice.groups.${group.kind}`)
}

/** Instead of a language: that of the text. */
const DETECTED = 'detected'

function BatchLanguage({ lines, ids }: BatchProps): ReactElement {
  return (
    <Select
      label={t('selection:change.language')}
      placeholder={t('line-settings:different')}
      data={[
        { value: DETECTED, label: t('studio:language.detect') },
        ...LANGUAGES.map(({ code }) => ({ value: code, label: languageName(code) })),
      ]}
      value={common(lines.map((line) => (line.languageChosen ? languageOfLine(line) : DETECTED)))}
      comboboxProps={{ withinPortal: false }}
      onChange={(code) =>
        code === DETECTED
          ? resumeLanguageDetection(ids)
          : code && setLanguages(ids, code as LanguageCode)
      }
    />
  )
}

function common<T>(values: readonly (T | null)[]): T | null {
  const [first = null, ...others] = new Set(values)
  return others.length === 0 ? first : null
}

function ChapterMenu({ ids }: { ids: ReadonlySet<string> }): ReactElement | false {
  const chapters = useStudio(({ script }) => chaptersOf(script.lines))
  if (chapters.length === 0) return false
  return (
    <Menu position="bottom-end" shadow="md" width={280}>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<IconFolderShare size={16} />}>
          {t('selection:toChapter.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="chapter-outline">
        <Menu.Item onClick={() => sendToChapter(ids, undefined)}>
          {t('selection:toChapter.beforeFirst')}
        </Menu.Item>
        {chapters.map(({ id, title }, place) => (
          <Menu.Item key={id} onClick={() => sendToChapter(ids, id)}>
            {chapterTitle(title, place + 1)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
