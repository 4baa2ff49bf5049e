import { z } from 'zod'
import { BANDS } from '#speech/dsp/mel-bands.ts'

/** A gain as libraries hold it. */
export const StoredDecibels = z.number().min(-40).max(40)

/** Gains of the mel bands as libraries hold them. */
export const StoredGains = z.array(StoredDecibels).length(BANDS)
