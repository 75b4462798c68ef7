/** The few sentences that every page may need before anything else has loaded; kept apart, for every visitor loads them. */
export const unexpectedText = 'An unexpected error occurred'
export const noConnectionText = 'We could not reach the site. Please check your connection and try again.'
export const unexpectedHelp = 'Please reload the page. If it happens again, tell an administrator what you were doing.'

export const pageNotFound = {
  title: 'This page is not here',
  help: 'The address may be mistyped, or the page may have moved. Try one of these.',
} as const
