/** Text for a signed-in person: the account menu and the home page. */
export const homeText = {
  yourAccount: 'Your account',
  welcome: (name: string) => `Welcome, ${name}`,
  cardSide: { front: 'The front of your card.', back: 'The back of your card, with a QR code.' },
  notLoaded: 'Your page could not be loaded. Please check your connection and try again.',
  forYou: 'For you',
  nothingWaits: 'There is nothing you need to do.',
  menu: {
    profile: 'Profile',
    card: 'My card',
    dues: 'My dues',
    data: 'My data',
    dashboard: 'Dashboard',
    members: 'Members',
    election: 'Election',
    security: 'Login and security',
    logOut: 'Logout',
  },
}

/** Separate, so that other pages do not load the rest. */
export const seeBallotText = 'Check your ballot'
