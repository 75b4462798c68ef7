/** What the page of a receipt says before there is one to check: apart from the rest, so that it is light. */
export const receiptPageText = {
  needsScripts:
    'Checking a receipt needs JavaScript. Please turn it on in your browser’s settings, or use the verifier.',
  formHint: '28 letters and digits, as they stand on your receipt. Capital or small letters, with or without hyphens.',
  private:
    'Your receipt stays on this device. The page fetches the public list of counted votes and looks for yours in it here, so the site cannot tell which is yours.',
} as const
