/** A unit as it is written (letter case counts), and as it is said of one and of many. */
export interface Unit {
  readonly one: string
  readonly many: string
}
