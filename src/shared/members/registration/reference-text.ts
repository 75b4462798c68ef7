export const referenceText = {
  label: 'Your reference number',
  keep: 'Keep it: with this number and your birthday you can see where your application stands.',
  alsoEmailed: 'It is also in our email to you.',
  save: 'Save',
  saved: 'Saved to your downloads.',
  file: (site: string, reference: string, address: string) =>
    `${site}\nReference number of my application: ${reference}\nWhere it stands: ${address}\n`,
} as const
