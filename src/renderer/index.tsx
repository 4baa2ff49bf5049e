import '@fontsource-variable/noto-sans/wght.css'
import '@fontsource/andika/latin-400.css'
import '@fontsource/andika/latin-ext-400.css'
import '@fontsource/noto-sans-ethiopic/ethiopic-400.css'
import '@fontsource/noto-sans-ethiopic/ethiopic-600.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/panel.css'
import './app/dialog.css'
import './app/fonts.css'
import './app/theme.css'
import './app/screen.css'
import './app/contrast.css'
import './app/forced-colors.css'
import { createRoot } from 'react-dom/client'
import { AppShell } from './app/app-shell.tsx'
import { subscribeToBackendEvents } from './app/events.ts'
import { startLanguageDetection } from './features/studio/language-detection.ts'
import { loadStudio } from './features/studio/load-studio.ts'
import { startAutosave } from './features/studio/script-sync.ts'
import { followShortcutSettings } from './features/studio/shortcut-settings.ts'
import { followInterfaceLanguage } from './i18n/interface-language.ts'
import { loadSettings } from './settings.ts'
import { followContrast } from './ui/contrast.ts'
import { followFocus } from './ui/lost-focus.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
followContrast()
followFocus()
subscribeToBackendEvents()
startAutosave()
startLanguageDetection()
followShortcutSettings()
void loadSettings()
void loadStudio()
await followInterfaceLanguage()
createRoot(root).render(<AppShell />)
