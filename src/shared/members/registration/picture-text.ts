/** What is said about a picture while it is chosen and cut. */
export const cropText = {
  open: 'Move or zoom',
  title: 'Choose the part for your card',
  how: 'Drag the picture until your face is in the middle. On a keyboard, use the arrow keys.',
  frame: 'Part of the picture for the card',
  zoom: 'Zoom',
  noZoom: 'This picture is just large enough, so it cannot be zoomed.',
  opening: 'Opening the picture …',
  use: 'Use this part',
} as const

export const cardPreviewText = {
  title: 'Your ID card will look like this',
  label: 'Preview of your ID card',
  onApproval: 'on approval',
  firstName: 'First name',
  lastName: 'Last name',
} as const

/** Beside the sentence of the refusal, which says only what to send. */
export const notAPictureText =
  'Its name says JPEG or PNG, but it is a file of another kind, or damaged. Please choose another one, or open it, take a screenshot and choose that.'

export const cannotBeUsed = (name: string): string => `${name} cannot be used:`
