/** What the member reads about help with their login. */
export const loginHelpText = {
  title: 'Somebody helped with your login',
  helped: (day: string) =>
    `On ${day}, an administrator helped with your login or changed what you log in with. If you did not ask for this, please tell the association. Choose your own password, so that only you can log in.`,
  lastHelp: (day: string) => `An administrator last helped with your login on ${day}.`,
} as const
