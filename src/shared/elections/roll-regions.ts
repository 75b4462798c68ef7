import { regions } from '../members/enums.ts'

/** Where voters are counted: a member without a region votes like any other. */
export const notStated = 'Not stated'
export const rollRegions = [...regions, notStated] as const
export type RollRegion = (typeof rollRegions)[number]
