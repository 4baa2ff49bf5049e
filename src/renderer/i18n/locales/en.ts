import apiTexts from './en/api.json'
import appTexts from './en/app.json'
import chaptersTexts from './en/chapters.json'
import checkTexts from './en/check.json'
import commentsTexts from './en/comments.json'
import dictionaryTexts from './en/dictionary.json'
import exportTexts from './en/export.json'
import filesTexts from './en/files.json'
import findTexts from './en/find.json'
import importTexts from './en/import.json'
import keyboardTexts from './en/keyboard.json'
import lineSettingsTexts from './en/line-settings.json'
import markupTexts from './en/markup.json'
import modelsTexts from './en/models.json'
import pausesTexts from './en/pauses.json'
import projectSettingsTexts from './en/project-settings.json'
import projectsTexts from './en/projects.json'
import selectionTexts from './en/selection.json'
import settingsTexts from './en/settings.json'
import soundTexts from './en/sound.json'
import studioTexts from './en/studio.json'
import takesTexts from './en/takes.json'
import transcribeTexts from './en/transcribe.json'
import translateTexts from './en/translate.json'
import uiTexts from './en/ui.json'
import unsavedTexts from './en/unsaved.json'
import verifyTexts from './en/verify.json'
import voicesTexts from './en/voices.json'
import wordsTexts from './en/words.json'

/** The texts of the studio in English, by section. The other languages may lack some: English fills the gaps. */
export const EN = {
  api: apiTexts,
  app: appTexts,
  chapters: chaptersTexts,
  check: checkTexts,
  comments: commentsTexts,
  dictionary: dictionaryTexts,
  export: exportTexts,
  files: filesTexts,
  find: findTexts,
  import: importTexts,
  keyboard: keyboardTexts,
  'line-settings': lineSettingsTexts,
  markup: markupTexts,
  models: modelsTexts,
  pauses: pausesTexts,
  'project-settings': projectSettingsTexts,
  projects: projectsTexts,
  selection: selectionTexts,
  settings: settingsTexts,
  sound: soundTexts,
  studio: studioTexts,
  takes: takesTexts,
  transcribe: transcribeTexts,
  translate: translateTexts,
  ui: uiTexts,
  unsaved: unsavedTexts,
  verify: verifyTexts,
  voices: voicesTexts,
  words: wordsTexts,
} as const
