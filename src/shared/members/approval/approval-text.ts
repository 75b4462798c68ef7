/** How long an approval can be taken back: it is sent when this is over, or when the administrator goes on. */
export const undoMs = 10_000

/** What the approval desk says about deciding. */
export const approvalText = {
  approvedIn: (whom: string, seconds: number) => `${whom}: approved in ${seconds} s`,
  held: (whom: string) => `${whom}: approved in ${undoMs / 1000} seconds. You can undo it until then.`,
  serial: (serial: string) => `Serial ${serial}`,
  undo: 'Undo',
  undone: (whom: string) => `Undone: ${whom} is waiting for a decision again.`,
  unconcerned: (count: number) =>
    count === 1 ? 'Approve the one without concerns' : `Approve the ${count.toLocaleString('en')} without concerns`,
  all: 'Approve all…',
  rejectAll: 'Reject all…',
  editSlip: 'Correct a typing slip',
} as const
