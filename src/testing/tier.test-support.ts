/** Whether these tests run in the full tier (`npm run test:full`), which tries more of what is random. */
export const IS_FULL: boolean = process.env['GRIOT_TESTS'] === 'full'

/** What all that is random begins with where there is no git, or no test set-up. */
export const SEED_WITHOUT_COMMIT = 20_261

/** What all that is random begins with. `GRIOT_TEST_SEED` chooses another one. */
export const SEED = Number(process.env['GRIOT_TEST_SEED'] ?? SEED_WITHOUT_COMMIT)
