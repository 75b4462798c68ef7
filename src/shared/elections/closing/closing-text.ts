/** What the closing desk says of a result on its way to being certified, and after. */
export const closingText = {
  byVotes: 'By the votes, not yet certified',
  positionsAnew:
    'Everybody on the new board is a member of it. Positions such as Chairman are given anew under Leadership on the dashboard.',
  destroyingKey: 'The key is being destroyed and the sealed ballots are being emptied…',
  destroyingKeyHelp:
    'It begins a minute after the certification and is done within a few minutes. There is nothing to do: you can leave this page. If this is still here after an hour, tell the person who runs the server.',
} as const
