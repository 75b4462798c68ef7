/** Said where an email would be promised to somebody who cannot get one. */
export const noEmailText = (who: string): string => `${who} has no email address: please tell them yourself.`
