/**
 * Rules that only a use case or a statement can decide, each broken the way a careless person would, and the test that must
 * notice. What is looked for is the shortest piece that is in the file once, with any spaces, so that formatting breaks none.
 */
export interface ServerRule {
  readonly rule: string
  readonly file: string
  readonly find: RegExp
  readonly replace: string
  /** A file of tests, and words of the title of those that must fail. */
  readonly test: string
  readonly title: string
}

export const serverRules: readonly ServerRule[] = [
  // Ballots.
  {
    rule: 'a sealed ballot opens in its voter’s row only',
    file: 'src/server/elections/voting/vault.ts',
    find: /\$\{electionId\} \$\{voterId\} /,
    replace: '${electionId} ',
    test: 'src/server/elections/voting/vault.test.ts',
    title: 'does not open for',
  },
  {
    rule: 'the length of a sealed ballot tells nothing',
    file: 'src/server/elections/voting/vault.ts',
    find: /\?\? blank\b/,
    replace: "?? ''",
    test: 'src/server/elections/voting/vault.test.ts',
    title: 'equally long',
  },
  {
    rule: 'only who is on the roll votes',
    file: 'src/server/elections/voting/ballot-box.ts',
    find: /and \(held\.rehearsal or roll\.voter_id is not null\)/,
    replace: '',
    test: 'tests/server/voting.test.ts',
    title: 'not on the roll',
  },
  {
    rule: 'who was struck from the roll does not vote',
    file: 'src/server/elections/voting/ballot-box.ts',
    find: /and roll\.struck is null/,
    replace: '',
    test: 'tests/server/voting.test.ts',
    title: 'not on the roll',
  },
  {
    rule: 'a secret is taken once',
    file: 'src/server/elections/voting/cast-ballot.ts',
    find: /throw new AppError\('secret-used'\)/,
    replace: 'void 0',
    test: 'tests/server/voting.test.ts',
    title: 'with the secret of another ballot',
  },
  {
    rule: 'a batch begins with the last signed head',
    file: 'src/server/elections/counting/count-ballots.ts',
    find: /const state = await checkLastHead\(client, election\)/,
    replace:
      'const everything = { ballots: 100, counted: 0, proxies: 0, helped: 0 }; const state = { electionId: election.id, head: election.head, record: null, tree: { size: 0, roots: [] }, box: everything }',
    test: 'tests/server/bent-database.test.ts',
    title: 'marks all other ballots as counted',
  },
  {
    rule: 'within a batch leaves are sorted',
    file: 'src/server/elections/counting/count-ballots.ts',
    find: /sortByBytes\(opened, [^\n]*/,
    replace: 'opened',
    test: 'tests/server/board.test.ts',
    title: 'in an order that tells nothing',
  },
  {
    rule: 'the last head says that the count is closed',
    file: 'src/server/elections/counting/close-count.ts',
    find: /, closed: true/,
    replace: '',
    test: 'tests/server/board.test.ts',
    title: 'are signed, numbered',
  },
  {
    rule: 'openings stay back where results do',
    file: 'src/server/elections/board/read-board.ts',
    find: /!votesShown\([^)]*\)\)/,
    replace: 'of.rehearsal',
    test: 'tests/server/board.test.ts',
    title: 'openings stay back',
  },
  {
    rule: 'a proxy ballot needs a second administrator',
    file: 'src/server/elections/proxy/confirm-proxy.ts',
    find: /refuseIf\(whyCannotConfirmProxy\(.*\)\)/,
    replace: '',
    test: 'tests/server/proxy.test.ts',
    title: 'it waits and is no ballot',
  },
  {
    rule: 'a destroyed key is not used again',
    file: 'src/server/elections/voting/vault.ts',
    find: /if \(mark === destroyed\)/,
    replace: 'if (false)',
    test: 'src/server/elections/voting/vault.test.ts',
    title: 'gone for good',
  },
  {
    rule: 'certification empties the sealed ballots',
    file: 'src/server/elections/counting/close-count.ts',
    find: /await emptyBallots\([^)]*\)/,
    replace: '',
    test: 'tests/server/closing-interrupted.test.ts',
    title: 'the ballots are emptied all the same',
  },
  {
    rule: 'a broken log is certified by nobody',
    file: 'src/server/elections/closing/certify.ts',
    find: /error\.difference\.check === 'log-broken'/,
    replace: 'false',
    test: 'tests/server/closing.test.ts',
    title: 'a broken log is certified by nobody',
  },
  {
    rule: 'a draft is nobody’s business',
    file: 'src/server/elections/election-cache.ts',
    find: /\.filter\(\((\w+)\) => !\1\.draft\)/,
    replace: '',
    test: 'tests/server/election-states.test.ts',
    title: 'is known to those who run elections',
  },
  {
    rule: 'nobody nominates themselves',
    file: 'src/server/elections/nomination/nominate.ts',
    find: /throw new AppError\('own-nomination'\)/,
    replace: 'void 0',
    test: 'tests/server/nomination.test.ts',
    title: 'of oneself',
  },

  // Who gets in, and who reads what.
  {
    rule: 'a guard asks for its action',
    file: 'src/server/http/guards.ts',
    find: /refuseUnlessMay\(person, action, refusal\)/,
    replace: '',
    test: 'tests/server/permissions.test.ts',
    title: 'role by action',
  },
  {
    rule: 'one’s own profile is the only one',
    file: 'src/server/members/profile/read-profile.ts',
    find: /if \(id !== person\.id\) refuseUnlessMay\(person, 'read any profile'\)/,
    replace: '',
    test: 'tests/server/permissions.test.ts',
    title: 'their own profile and nobody else',
  },
  {
    rule: 'a document opens for those who may',
    file: 'src/server/storage/routes.ts',
    find: /if \(!mayOpenFile\([^)]*\)\)/,
    replace: 'if (false)',
    test: 'tests/server/files.test.ts',
    title: 'opens for its owner and the administrators',
  },
  {
    rule: 'an upload is claimed by who sent it',
    file: 'src/server/storage/uploads.ts',
    find: /or\(isNull\(uploads\.ownerId\), eq\(uploads\.ownerId, sentBy\)\),/,
    replace: '',
    test: 'src/server/storage/uploads.test.ts',
    title: 'refuses another person',
  },
  {
    rule: 'an expired session is none',
    file: 'src/server/http/session.ts',
    find: /and s\.expires_at > now\(\)/,
    replace: '',
    test: 'tests/server/accounts.test.ts',
    title: 'that has expired is none',
  },
  {
    rule: 'a cookie is believed only with its signature',
    file: 'src/server/signed-values.ts',
    find: /&& timingSafeEqual\([^)]*\)/,
    replace: '',
    test: 'tests/server/accounts.test.ts',
    title: 'cannot be forged',
  },
  {
    rule: 'a second step has ten tries',
    file: 'src/server/accounts/throttle.ts',
    find: /secondStep: \{ tries: 10\b/,
    replace: 'secondStep: { tries: 11',
    test: 'tests/server/accounts.test.ts',
    title: 'has ten tries in ten minutes',
  },
  {
    rule: 'a /48 is counted too',
    file: 'src/server/http/address.ts',
    find: /\{ name: `[^`]*::\/48`, times: 8 \},/,
    replace: '',
    test: 'tests/server/throttle.test.ts',
    title: 'a /48 is stopped',
  },

  // Emails.
  {
    rule: 'an email goes to as many as were confirmed',
    file: 'src/server/members/mailing/send-mailing.ts',
    find: /rowCount !== recipients/,
    replace: 'rowCount === 0',
    test: 'tests/server/mailing.test.ts',
    title: 'another number than was confirmed',
  },
  {
    rule: 'who unsubscribed while an email is being sent does not get it',
    file: 'src/server/members/mailing/recipients.ts',
    find: /'unsubscribed_at', /,
    replace: '',
    test: 'tests/server/mailing.test.ts',
    title: 'who left, unsubscribed',
  },

  // Dues.
  {
    rule: 'receipts are counted up one by one',
    file: 'src/server/members/dues/queries.ts',
    find: /set: \{ last: sql`\$\{duesReceipts\.last\} \+ 1` \}/,
    replace: 'set: { last: sql`${duesReceipts.last} + 2` }',
    test: 'tests/server/dues.test.ts',
    title: 'have neither gap nor double',
  },
  {
    rule: 'a reference has one receipt, unless it is said why',
    file: 'src/server/members/dues/record.ts',
    find: /return isShared \? reason : null/,
    replace: "return isShared ? reason : ' '",
    test: 'tests/server/dues.test.ts',
    title: 'its reference is taken once',
  },
  {
    rule: 'an unusual payment is asked about',
    file: 'src/server/members/dues/record.ts',
    find: /: !confirmed\) refuseIf/,
    replace: ': false) refuseIf',
    test: 'tests/server/dues.test.ts',
    title: 'is asked about once',
  },
  {
    rule: 'what the ledger says counts in place of the start',
    file: 'src/server/members/dues/standing.ts',
    find: /`coalesce\(\$\{user\}\.dues_paid_until/,
    replace: '`greatest(${user}.dues_paid_until',
    test: 'tests/server/dues.test.ts',
    title: 'in SQL is the one of the rule',
  },
  {
    rule: 'the last day of grace is one of good standing',
    file: 'src/server/members/dues/standing.ts',
    find: /addDays\(today, -plan\.graceDays\)/,
    replace: 'addDays(today, 1 - plan.graceDays)',
    test: 'tests/server/dues.test.ts',
    title: 'in SQL is the one of the rule',
  },
  {
    rule: 'nobody is reminded whose payment waits',
    file: 'src/server/members/dues/reminders.ts',
    find: /sent\.state = 'waiting'/,
    replace: 'false',
    test: 'tests/server/dues-reminders.test.ts',
    title: 'whose payment waits to be checked',
  },
]
