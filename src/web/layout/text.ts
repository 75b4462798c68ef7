/** Shown instead of the promise of an email, on a site without a mail server. */
export const noMailText = {
  title: 'This site cannot send emails yet',
  status: 'See the site status',
  tellYourself: 'This site cannot send emails yet: please tell them yourself.',
} as const
