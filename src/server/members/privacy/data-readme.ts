import { heldFileText, staysAfterErasure, type HeldFileKind } from '#shared/members/privacy/privacy.ts'
import { showInstant, type Instant } from '#shared/time.ts'

export interface BadFile {
  name: string
  kind: HeldFileKind
  problem: 'missing' | 'damaged'
}

const problems: Record<BadFile['problem'], string> = {
  missing: 'is in our records, but the file itself cannot be found',
  damaged: 'is not as it was when you sent it',
}

/** For people, not for programs: what is in the archive and what is not. */
export function dataReadme(about: { association: string; madeAt: Instant; bad: readonly BadFile[] }): string {
  const { association, madeAt, bad } = about
  const lines = [
    'Your data',
    '',
    `This is everything that ${association} holds about you,`,
    `as of ${showInstant(madeAt)}.`,
    '',
    'What is here',
    '',
    '- data.json: your record, your consent, your account and its sessions, your requests about your data,',
    '  notes that administrators wrote about you,',
    '  your nominations, your line on the roll of each election and whether you voted, what the audit log says about you and your files, the emails to members that were sent to you, and emails',
    '  that wait to be sent to you or could not be sent. Any text editor or web browser opens it. Its times are in UTC.',
    '- files: the pictures and documents you sent us.',
    '',
    'Your line on the roll of an election is a code that stands on the public list of voters in place of your name.',
    'With its salt and your serial number you can show that it is yours, and so that a ballot was, or was not, cast in',
    'your name. Keep the salt to yourself. We remove it 30 days after the election is certified; the line stays.',
    '',
    'What is not here, and why',
    '',
    '- Your password, which we keep only in a form that nobody can read back, and the secrets of your two-step login,',
    '  which could let someone else in.',
    '- What you chose in an election. Your ballot is sealed; the record says that you voted, never for whom.',
    '- The names of administrators and other members. Where they did something, it says only in what role.',
    '- The text of emails that were not sent, because one may have a link that logs you in.',
    '',
    ...(bad.length > 0
      ? [
          'Files with a problem',
          '',
          ...bad.map(({ name, kind, problem }) => `- ${heldFileText[kind]} (${name}) ${problems[problem]}.`),
          '  Please tell an administrator.',
          '',
        ]
      : []),
    'Your rights',
    '',
    'On the page "My data" of our website you can ask us to correct something, or to delete your data.',
    'If your data is deleted, this is what we keep:',
    '',
    ...staysAfterErasure.map((line) => `- ${line}`),
    '',
  ]
  return lines.join('\r\n')
}
