import { smallFileMaxBytes } from '#shared/members/files.ts'

/** What holds for every document of an election, whoever sends it. */
export const electionDocument = {
  bucket: 'candidate_documents',
  maxBytes: smallFileMaxBytes,
  tooLarge: 'candidate-file-too-large',
  replacesUnused: true,
} as const
