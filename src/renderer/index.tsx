import '@fontsource-variable/noto-sans/wght.css'
import '@fontsource/noto-sans-ethiopic/ethiopic-400.css'
import '@fontsource/noto-sans-ethiopic/ethiopic-600.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/panel.css'
import './app/dialog.css'
import './app/fonts.css'
import './app/theme.css'
import './app/screen.css'
import { createRoot } from 'react-dom/client'
import { AppShell } from './app/app-shell.tsx'
import { subscribeToBackendEvents } from './app/events.ts'
import { loadStudio } from './features/studio/loading.ts'
import { keepSaved } from './features/studio/saving.ts'
import { keepTold } from './features/studio/telling.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
subscribeToBackendEvents()
keepSaved()
keepTold()
void loadStudio()
createRoot(root).render(<AppShell />)
