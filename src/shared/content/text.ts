/** What visitors read on the lists of links and events. */
export const contentText = {
  earlier: 'Earlier',
  saveToCalendar: 'Save to calendar',
} as const
