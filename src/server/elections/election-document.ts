/** Applies to every document of an election, whoever sends it. */
export const electionDocument = {
  bucket: 'candidate_documents',
  replacesUnused: true,
} as const
