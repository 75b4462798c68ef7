/** What a member reads about keeping the card on the phone. */
export const keepCardText = {
  offer:
    'You can keep your card on this phone and show it without internet. Do this only on your own phone: whoever can open the phone can see the card.',
  keep: 'Keep my card on this phone',
  kept: 'Your card is kept on this phone. Without internet, open this site and it is shown.',
  checked: (when: string) => `Last checked ${when}. Logging out removes it from this phone.`,
  remove: 'Remove my card from this phone',
  failed: 'Your card could not be kept. Please check your connection and try again.',
} as const
