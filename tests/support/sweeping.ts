import type { SweepTimes } from '#server/storage/sweeping.ts'

/** A sweep that gives nothing time: what is stray is noted, trashed and removed in one run. */
export const atOnce: SweepTimes = { unclaimedMs: 0, strayMs: 0, trashMs: 0 }
