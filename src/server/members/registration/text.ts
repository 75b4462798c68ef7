import { type EmailText, emailText } from '#server/email/queue.ts'
import { showReference } from '#shared/members/registration/reference.ts'

/** Contains nothing typed into the form: anybody can send it, to any address. */
export function registrationReceivedEmail(about: {
  shortName: string
  reference: string
  address: string
  /** Sent to the right address, after a wrong one. */
  corrected?: boolean
}): EmailText {
  const { shortName, reference, address, corrected = false } = about
  const [subject, first] = corrected
    ? ['we have your new email address', `We will email you about your registration with ${shortName} at this address.`]
    : [
        'we received your registration',
        `Thank you for registering with ${shortName}. We will check your registration and your documents, and email you again.`,
      ]
  return emailText(
    { kind: 'registration', shortName, subject },
    first,
    `Your reference number is ${showReference(reference)}. With it and your birthday you can see where your application stands: ${address}`,
    'Once you are approved, log in with your military serial number as username and your birthday as password, for example 05Oct1964.',
    'If you did not register, someone may have typed your address by mistake. Please tell the association.',
  )
}
