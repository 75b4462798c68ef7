/** What the page of an application says. */
export const applicationText = {
  title: 'Your application',
  lead: 'Enter the reference number that you got when you registered, and your birthday. The number is also in our email to you.',
  reference: 'Reference number',
  referenceHint: 'From our email, like 4567-89AB-CDE7. Not the reference number of your payment.',
  notReference: 'Please check the reference number: it has 12 letters and figures.',
  wholeBirthday: 'Please enter your birthday',
  validBirthday: 'Please enter a valid birthday, with all four digits of the year',
  look: 'Show my application',
  needsScripts:
    'This page needs JavaScript. Please turn it on in your browser’s settings and reload this page, or contact us:',
  noNumber: 'No reference number, or no email arrived? Look in your spam folder too, or contact us:',
} as const
