import { defineConfig } from 'playwright/test'
import journeys from './playwright.config.ts'

const [browser] = journeys.projects ?? []

/** Makes the pictures in docs/ of the built program: `npm run pictures`. */
export default defineConfig({
  ...journeys,
  testDir: 'e2e/pictures',
  testMatch: '*.pictures.ts',
  workers: 1,
  projects: browser ? [browser] : [],
})
