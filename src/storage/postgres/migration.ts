/** A step from one schema version to the next. Applied once, in order; never changed after a release. */
export interface PostgresMigration {
  readonly name: string
  /**
   * The oldest schema version whose Griot can go on working with the tables as they are after this step: nodes of both versions
   * run side by side during a rolling update.
   */
  readonly readableFrom: number
  readonly sql: string
}
