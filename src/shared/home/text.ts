/** What a signed-in person reads around them: the menu of their account, and their home page. */
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
    security: 'Security',
    logOut: 'Logout',
  },
}

/** Apart, so that no other page loads the rest. */
export const seeBallotText = 'See your ballot'
