/** Said by the page for a new password, and by the login page after it. */
export const passwordChangedText = 'Your password has been changed.'
