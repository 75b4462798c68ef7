import { showNumber } from '#shared/figures.ts'
import { noMailServer } from '#shared/text.ts'

export const monitorText = {
  title: 'Election day',
  none: 'Once an election is announced, you can follow its voting day here.',
  standing: 'Where it stands',
  opens: (when: string) => `Voting opens on ${when}. From then on, you will see turnout and problems here.`,
  closes: (when: string) => `Voting is open until ${when}.`,
  closed: (when: string) => `Voting closed on ${when}.`,
  toBallot: 'See the ballot',
  toClosing: 'Close the election',
  toResult: 'See the certified result',
  figures: 'Turnout',
  asOf: (time: string) => `As of ${time}. Updates automatically.`,
  outOfDate: 'What you see may be out of date',
  failed: 'The figures could not be loaded',
  turnout: 'have voted',
  of: (cast: number, eligible: number) => `${showNumber(cast)} of ${showNumber(eligible)} members on the roll`,
  counted: 'counted so far',
  countedHelp: 'At least ten ballots always wait, so that nobody’s vote can be singled out.',
  regions: 'Turnout by region',
  hours: 'Ballots by hour',
  hour: 'Time (Manila)',
  ballots: 'Ballots',
  since: (hour: string) => `Since ${hour}`,
  noHours: 'Not enough ballots yet. Hours with fewer than ten ballots are shown together with the next.',
  hoursHelp: 'Hours with fewer than ten ballots are shown together with others.',
  proxiesWaiting: (waiting: number) =>
    waiting === 0
      ? 'No proxy ballot is waiting.'
      : `${showNumber(waiting)} proxy ${waiting === 1 ? 'ballot waits' : 'ballots wait'} for a second administrator. Only proxy ballots confirmed before voting closes count.`,
  toProxies: 'Go to the proxy ballots',
  proxiesCast: (cast: number) => `${showNumber(cast)} cast by proxy so far.`,
  stopped: (accounts: number) =>
    accounts === 0
      ? 'No login was stopped by wrong passwords in the last hour.'
      : `${showNumber(accounts)} ${accounts === 1 ? 'login was' : 'logins were'} stopped by wrong passwords in the last hour. You can help with a one-time code, below.`,
  mail: {
    works: (waiting: number) =>
      waiting === 0
        ? 'Email is working.'
        : `Email is working; ${showNumber(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting to be sent.`,
    broken: 'Emails cannot be sent at this time. Ask the person who runs the server.',
    none: `${noMailServer.sentence} ${noMailServer.whatToDo}`,
  },
  clock: {
    fine: 'The server’s clock is right.',
    wrong: 'The server’s clock may be wrong. Ask the person who runs the server.',
  },
} as const

export const loginHelpText = {
  title: 'Help with a login',
  help: 'A member on the roll cannot log in? Give them a one-time code: they type it in place of the password.',
  notOnRoll: 'Not on the roll',
  give: 'Give a one-time code',
  question: 'Give a one-time code?',
  failed: 'No code was given',
  explain: (name: string) =>
    `First make sure that you are speaking with ${name}. The code is shown once, logs them in once, and replaces any code given before. If they have an email address, we tell them that a code was given. A ballot cast after this is marked as helped, and everybody can see how many such ballots there are.`,
} as const

export const reminderText = {
  title: 'Remind members who have not voted',
  send: 'Send reminders',
  sendAgain: 'Send reminders again',
  ask: 'Send reminders?',
  failed: 'No reminder was sent',
  onTheirWay: 'The reminders are on their way.',
  nobody: 'Everybody with an email address has voted.',
  withoutEmail: 'Reminders can be sent once the site can send emails.',
  would: (members: number) =>
    `${members === 1 ? '1 member has' : `${showNumber(members)} members have`} an email address and have not voted yet.`,
  again: (when: string) => `They can be sent again from ${when}.`,
} as const
