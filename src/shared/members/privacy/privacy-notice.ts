/** The privacy notice, separate from the rules about requests, to keep a page that only shows it small. */

/** The text people accept now. A new wording gets a new version; old consents keep theirs. */
export const privacyNoticeVersion = '2025-01'

/** The text around the notice on its page. */
export const privacyPageText = {
  title: (shortName: string) => `${shortName} Privacy Policy`,
  description: (shortName: string) =>
    `What personal data ${shortName} keeps about its members, why, who sees it, and what you can ask for.`,
  version: `Version ${privacyNoticeVersion}`,
  members: 'Are you a member? You can see and download what we hold about you, and ask us to change or delete it.',
} as const

interface PolicyPart {
  title: string
  paragraphs: readonly string[]
}

interface PolicyFacts {
  name: string
  shortName: string
  reach: string
  hasDues?: boolean | undefined
}

const duesText =
  'What you pay for your dues, with its reference number and proof: to keep the association’s books, and to know whether you are in good standing. Amounts and receipt numbers stay in the books when your data is deleted. Anyone who scans the code on your ID card sees until when it is valid.'

/** The text people accept, in the form and at `/privacy`. A change of it needs a new `privacyNoticeVersion`. */
export function privacyPolicy({ name, shortName, reach, hasDues }: PolicyFacts) {
  return [
    {
      title: 'Who we are',
      paragraphs: [
        `${name} (${shortName}) asks for and keeps your personal data for your membership. We follow the Data Privacy Act of 2012 (Republic Act No. 10173) and are responsible for what happens to your data.`,
      ],
    },
    {
      title: 'What we collect, and why',
      paragraphs: [
        'Your name, birthday, address, email address and cellphone number: to know who you are and to reach you. You also use your serial number and birthday to log in at first.',
        'Your service, rank, military status, unit and region, and the copy of your commission document: to check that you may become a member, and to run the association’s elections.',
        'Your height, weight, blood type and PhilHealth number, and your contact person: for help in an emergency. Your blood type is printed on your ID card only if you allow it.',
        'Your 2x2 picture, photo and signature: for your ID card and your record. Your proof of payment: to check that the fee has been paid.',
        ...(hasDues ? [duesText] : []),
      ],
    },
    {
      title: 'Who sees it',
      paragraphs: [
        `${shortName}’s administrators see all of it, because they decide on applications and keep the records. A few people they name may read profiles, but may not change anything or open documents or signatures.`,
        'Other members see your ID number, name, rank, service, region and unit, and nothing else. Anyone who scans the code on your ID card sees your name, picture, number and whether you are a member.',
        'We do not sell your data or give it to others, unless a law or a court requires it. Every time an administrator opens your documents or changes your record, it is recorded.',
      ],
    },
    {
      title: 'How long we keep it',
      paragraphs: [
        'While you are a member, and afterwards until you ask us to delete it. If your application is not approved, your answers and files are deleted. Files that you send without submitting the form are deleted after a day.',
        'What you fill in before you submit stays on your own device only, for seven days at most.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You may see and download everything we hold about you, have mistakes corrected, have your data deleted, object to how it is used, and withdraw your consent. As a member you will find all this under “My data” after logging in; we answer within 15 days.',
        `You can also ask us at any time: ${reach}.`,
        'If you think we have handled your data wrongly, you may complain to the National Privacy Commission of the Philippines.',
      ],
    },
  ] satisfies PolicyPart[]
}
