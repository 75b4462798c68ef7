/** Advisory locks of the installation, so that two uses never meet by accident. */
export const lockKeys = {
  migrate: 7_340_001,
  firstStart: 7_340_002,
  /** Ballots are counted by one node at a time. */
  mixer: 7_340_003,
  /** First half of a pair; the second is made from the name of the job. */
  jobs: 7_341_000,
} as const
