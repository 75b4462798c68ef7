/** Shown instead of the promise of an email, on a site without a mail server. */
export const noMailText = {
  title: 'This site cannot send emails yet',
  help: 'No email reaches anybody yet. Ask the person who runs the server to connect a mail server: they need the settings SMTP_URL and MAIL_FROM.',
  status: 'See the site status',
  tellYourself: 'This site cannot send emails yet: please tell them yourself.',
} as const
