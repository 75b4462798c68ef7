/** Text the association has fixed word for word for the voting screen. */
export const votingText = {
  noneLeft: 'No more unique ms available',
  savedTitle: 'Vote Submitted Successfully',
  saved: (shortName: string) => `Thank you for participating in the ${shortName} Bot Election!`,
  submitted: 'Vote Submitted',
  failedTitle: 'Error',
  nomineesFailed: 'Error loading nominees',
  results: 'View Election Results',
} as const
