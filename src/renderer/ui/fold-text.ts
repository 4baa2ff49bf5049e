export { foldText } from '#shared/fold-text.ts'
