/** What is said where an email would be promised, on a site without a mail server. */
export const noMailText = {
  title: 'This site cannot send emails yet',
  help: 'No mail server is set up, so no email reaches anybody. Ask the person who runs the server to set SMTP_URL and MAIL_FROM, and to start the site again.',
  status: 'See the site status',
  tellYourself: 'This site cannot send emails yet: please tell them yourself.',
} as const
