import { createTheme, type MantineColorsTuple } from '@mantine/core'
import { returnLostFocus } from './lost-focus.ts'

/** Shades of indigo, from light to dark. */
const brand: MantineColorsTuple = [
  '#eef0fb',
  '#dadef5',
  '#b5bceb',
  '#8e99e0',
  '#6d7ad4',
  '#5261c4',
  '#4150ae',
  '#333f92',
  '#283274',
  '#1b2250',
]

/** Warm greys of the light theme. */
const gray: MantineColorsTuple = [
  '#fbf9f5',
  '#f4f0e9',
  '#ebe5db',
  '#ded6c9',
  '#cbc1b1',
  '#a1968a',
  '#786d60',
  '#5e5549',
  '#463e35',
  '#2b2621',
]

/** Warm greys of the dark theme. */
const dark: MantineColorsTuple = [
  '#ede6dc',
  '#d3cabd',
  '#b3a99c',
  '#857b70',
  '#575048',
  '#413a34',
  '#2f2a26',
  '#1d1917',
  '#171412',
  '#110e0d',
]

/** Latin, Latin with combining marks (see fonts.css), Ethiopic. */
const FONTS =
  "'Andika Hooks', 'Noto Sans Variable', 'Noto Sans Marked', 'Noto Sans Ethiopic', system-ui, sans-serif"

/** Mantine theme of the studio: one accent colour, an 8-point grid, and a font that places stacked diacritics. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 5 },
  colors: { brand, gray, dark },
  black: '#2b2621',
  white: '#fffdf9',
  fontFamily: FONTS,
  headings: { fontFamily: FONTS },
  defaultRadius: 'md',
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Portal: { defaultProps: { target: '#overlays' } },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        onExitTransitionEnd: returnLostFocus,
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    Modal: {
      defaultProps: {
        // A header in a dialog is not the one of the page.
        attributes: { header: { role: 'none' } },
        overlayProps: { backgroundOpacity: 0.45 },
        onExitTransitionEnd: returnLostFocus,
        classNames: { title: 'dialog-title' },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
  },
})
