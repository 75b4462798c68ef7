/** What visitors read on the lists of links and events. */
export const contentText = {
  earlier: 'Earlier',
  saveToCalendar: 'Save to calendar',
  pdf: 'PDF',
  backHome: 'All news on the home page',
  backToAnnouncements: 'All announcements',
  noAnnouncement: 'This announcement is not here',
  noAnnouncementHelp: 'It may have been deleted. What is there now is listed among the announcements.',
  announcementFailed: 'The announcement could not be loaded',
} as const
