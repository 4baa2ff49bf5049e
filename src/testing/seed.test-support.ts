/** What all that is random begins with where there is no git, or no set-up of the tests. */
export const SEED_WITHOUT_COMMIT = 20_261

/** What all that is random begins with. `GRIOT_TEST_SEED` chooses another one. */
export const SEED = Number(process.env['GRIOT_TEST_SEED'] ?? SEED_WITHOUT_COMMIT)
