/** An announced election among the association's events. */
export const electionEventText = {
  title: (title: string) => `Voting: ${title}`,
  nominations: (span: string) => `Nominations run ${span}.`,
} as const
