import { sign, type KeyObject } from 'node:crypto'
import { readPromise, type Evidence } from '../../../verifier/evidence.ts'
import { commitmentOf, idBytes, rootsAt, sha256, Random } from './bytes.ts'
import {
  closeMoved,
  keyFrom,
  laterClose,
  leavesOf,
  modelElection,
  setBack,
  votingOpens,
  type ElectionModel,
  type LeafModel,
  type LinkModel,
  type Voter,
} from './election-model.ts'
import { sealPackage, type Lies, type PackageFiles, type Statement } from './sealed-package.ts'

/**
 * For each check of the verifier a way in which a site that holds the signing key could deceive, and which that check alone
 * finds: everything else is made consistent with the lie.
 */
interface LoneLie {
  what: string
  files: (model: ElectionModel) => PackageFiles
  evidence?: (model: ElectionModel) => Evidence
}

const other = sha256('something else').toString('hex')
const inTheYear2020 = '2020-01-01T00:00:00.000Z'
const strangersKey = keyFrom(new Random(77)).privateKey

const lie = (what: string, lies: (model: ElectionModel) => Lies): LoneLie => ({
  what,
  files: (model) => sealPackage(model, lies(model)),
})

const forged = (what: string, isForged: (statement: Statement) => boolean): LoneLie =>
  lie(what, () => ({ signWith: (statement) => (isForged(statement) ? strangersKey : undefined) }))

/** The same election, with something else in it before it is written down. */
const modelled = (what: string, change: (model: ElectionModel) => ElectionModel, lies: Lies = {}): LoneLie => ({
  what,
  files: (model) => sealPackage(change(model), lies),
})

const withLink = (model: ElectionModel, link: LinkModel): ElectionModel => ({ ...model, links: [...model.links, link] })

/** Voters of these numbers were added by a correction. */
const withAdded = (model: ElectionModel, correction: number, ...serials: string[]): ElectionModel => ({
  ...model,
  roll: model.roll.map((voter) => (serials.includes(voter.serial) ? { ...voter, added: correction } : voter)),
})

/** The certificate with other fields. */
const certified = (what: string, fields: (certificate: Statement) => Record<string, unknown>): LoneLie =>
  lie(what, () => ({ certificate: (certificate) => ({ ...certificate, ...fields(certificate) }) }))

const at = <One>(list: readonly One[], place: number, change: (one: One) => One): One[] =>
  list.map((one, i) => (i === (place < 0 ? list.length + place : place) ? change(one) : one))

export const leafWith = (election: string, leaf: LeafModel, changed: Partial<LeafModel>): LeafModel => {
  const { service, nominee, nonce } = { ...leaf, ...changed }
  return { service, nominee, nonce, commitment: commitmentOf(election, service, nominee, Buffer.from(nonce, 'hex')) }
}

const firstOf = (leaves: readonly LeafModel[], service: string) => leaves.findIndex((leaf) => leaf.service === service)
const abstainer = (roll: readonly Voter[]) => roll.findIndex(({ voted }) => !voted)
const listIn = (statement: Statement, field: string) => statement[field] as Record<string, unknown>[]
const moreBy = (one: Record<string, unknown>, field: string, by: number) => ({
  ...one,
  [field]: Number(one[field]) + by,
})

/** Ballots of which the last vote was moved to somebody else after the heads were collected, and all signed again. */
const rewritten: Lies = {
  leaves: (leaves) => {
    const place = leaves.findIndex(({ nominee }) => nominee !== null)
    const taken = leaves[place]!
    const given = leaves.find(
      ({ service, nominee }) => service === taken.service && nominee !== null && nominee !== taken.nominee,
    )!
    return at(leaves, place, (leaf) => leafWith(modelElection().id, leaf, { nominee: given.nominee }))
  },
}

export const loneLies: Record<string, LoneLie> = {
  form: lie('a field that the format does not have', () => ({ freeze: (freeze) => ({ ...freeze, note: 'x' }) })),
  canonical: lie('keys in another order', () => ({
    text: (statement) => (statement['number'] === 3 ? JSON.stringify(statement) : undefined),
  })),
  'same-election': lie('a head of another election', () => ({
    heads: (heads) => at(heads, 1, (head) => ({ ...head, election: new Random(3).uuid() })),
  })),
  'freeze-signature': forged('a freeze record signed by a stranger', ({ type }) => type === 'freeze/2'),
  'correction-signatures': forged('a correction signed by a stranger', ({ type }) => type === 'correction/1'),
  'head-signatures': forged('a head signed by a stranger', ({ type, number }) => type === 'head/2' && number === 2),
  'certificate-signature': forged('a certificate signed by a stranger', ({ type }) => type === 'certificate/2'),
  'decision-signatures': forged('a decision signed by a stranger', ({ type }) => type === 'decision/1'),
  'witness-signatures': forged('a witness whom the site does not know', ({ type }) => type === 'witness/1'),
  'cosignature-signatures': lie('a witness’s signature that is none', () => {
    let seen = 0
    return { signWith: ({ type }) => (type === 'cosignature/1' && ++seen === 2 ? strangersKey : undefined) }
  }),
  'countersignature-signatures': lie('a countersignature that the site has made itself', ({ privateKey }) => ({
    signWith: ({ type }) => (type === 'countersignature/1' ? privateKey : undefined),
  })),
  'correction-chain': lie('a correction left out', () => ({
    links: (all) => at(all, 2, (one) => moreBy(one, 'number', 1) as Statement),
  })),
  'correction-changes': lie('two candidates whose names are exchanged by a correction', ({ nominees }) => ({
    links: (all) =>
      at(all, 2, (one) => ({
        ...one,
        changes: [
          ...listIn(one, 'changes'),
          ...[0, 1].map((i) => ({
            field: `nominees.${nominees[i]!.id}.name`,
            before: nominees[i]!.name,
            after: nominees[1 - i]!.name,
          })),
        ],
      })),
  })),
  'correction-lines': modelled('two voters added at one stroke', (model) => withAdded(model, 1, 'O-100001')),
  'corrections-before-close': modelled('a voter added after the close', (model) => ({
    ...withLink(withAdded(model, 4, 'O-100002'), { at: '2025-03-29T10:00:30.000Z', reason: 'Came late' }),
    minutes: ['00:00', '02:30', '05:00', '07:30', '10:02'].map((time) => `2025-03-29T${time}:00.000Z`),
  })),
  'close-not-earlier': modelled('voting closed before its time', (model) =>
    withLink(model, {
      at: '2025-03-29T04:00:00.000Z',
      reason: 'Enough',
      changes: [{ field: 'times.votingCloses', before: laterClose, after: '2025-03-29T09:30:00.000Z' }],
    }),
  ),
  rollbacks: modelled('a rollback that says to have taken back more than it did', setBack, {
    links: (all) => at(all, -1, (one) => ({ ...one, after: 1 })),
  }),
  'head-chain': lie('a head left out', () => ({
    heads: (heads) => at(heads, 3, (head) => ({ ...head, previous: other })),
  })),
  'heads-only-grow': lie('a ballot that disappears', () => ({
    heads: (heads) => at(heads, 3, (head) => moreBy(head, 'ballots', -1) as Statement),
  })),
  'head-logs': lie('a log that becomes shorter', () => ({
    heads: (heads) => at(heads, 3, (head) => ({ ...head, log: { entries: 1, lastHash: other } })),
  })),
  'head-records': lie('a head that goes back to an earlier record', () => ({
    heads: (heads) => at(heads, 3, (head) => ({ ...head, record: heads[0]!['record'] })),
  })),
  'last-head-record': modelled(
    'a voter added unseen at the very end',
    (model) => withLink(withAdded(model, 4, 'O-100002'), { at: '2025-03-29T09:58:00.000Z', reason: 'Came late' }),
    { heads: (heads) => at(heads, -1, (head) => ({ ...head, record: heads.at(-2)!['record'] })) },
  ),
  closed: lie('a count that is never closed', () => ({
    heads: (heads) => at(heads, -1, (head) => ({ ...head, closed: false })),
  })),
  'frozen-first': lie('names that were fixed when some had voted', () => ({
    heads: (heads) => at(heads, 0, (head) => ({ ...head, ballots: 3 })),
  })),
  'cast-since-opening': modelled('voting that was opened early, and put right by a correction', (model) => ({
    ...model,
    links: at(model.links, 2, (link) => ({
      ...link,
      changes: [
        ...closeMoved.changes!,
        { field: 'times.votingOpens', before: votingOpens, after: '2025-03-29T03:00:00.000Z' },
      ],
    })),
  })),
  'cast-until-close': lie('voting that was opened again for a while', () => ({
    heads: (heads) =>
      at(
        at(heads, -2, (head) => ({ ...head, minute: '2025-03-29T10:06:00.000Z' })),
        -1,
        (head) => ({ ...head, minute: '2025-03-29T10:20:00.000Z' }),
      ),
  })),
  'closed-after-voting': lie('voting that was closed early for a while', () => ({
    heads: (heads) => at(heads, -1, (head) => ({ ...head, minute: '2025-03-29T09:59:00.000Z' })),
  })),
  batches: {
    what: 'a ballot that was counted alone',
    files: (model) => sealPackage({ ...model, batches: at(model.batches, -2, () => model.batches.at(-1)! - 1) }),
  },
  'head-roots': lie('a head of other leaves', () => ({
    heads: (heads) => at(heads, 2, (head) => ({ ...head, root: other })),
  })),
  'head-sizes': lie('one ballot alone on the board', ({ leaves, seats }) => ({
    heads: (heads) =>
      at(heads, 3, (head) => {
        const size = Number(head['size']) + seats.length
        const [root] = rootsAt(
          leaves.map(({ commitment }) => commitment),
          [size],
        )
        return { ...head, size, root }
      }),
  })),
  'leaves-sorted': lie('leaves in the order of the ballots', ({ id, secrets }) => ({
    order: (leaves) => {
      const byNonce = new Map(leaves.map((leaf) => [leaf.nonce, leaf]))
      return secrets.flatMap((secret) => leavesOf(id, secret, []).map(({ nonce }) => byNonce.get(nonce)!))
    },
  })),
  openings: lie('a leaf that opens to nothing', () => ({
    leaves: (leaves) => at(leaves, 9, (leaf) => ({ ...leaf, nonce: other.slice(0, 32) })),
  })),
  'no-nonce-twice': lie('one nonce for the leaves of two ballots', ({ id }) => ({
    leaves: (leaves) =>
      at(leaves, firstOf(leaves, 'TAS'), (leaf) => leafWith(id, leaf, { nonce: leaves[firstOf(leaves, 'PN')]!.nonce })),
  })),
  'known-nominees': lie('votes for somebody who does not stand', ({ id }) => ({
    leaves: (leaves) =>
      at(leaves, firstOf(leaves, 'PN'), (leaf) => leafWith(id, leaf, { nominee: new Random(5).uuid() })),
  })),
  'leaves-per-service': lie('a seat of one service counted for another', ({ id }) => ({
    leaves: (leaves) => at(leaves, firstOf(leaves, 'TAS'), (leaf) => leafWith(id, leaf, { service: 'PN' })),
  })),
  'votes-at-most-ballots': lie('ballots with one name four times', ({ id, nominees }) => ({
    leaves: (leaves) => {
      const nominee = nominees.find(({ service }) => service === 'PA')!.id
      return leaves.map((leaf) => (leaf.service === 'PA' ? leafWith(id, leaf, { nominee }) : leaf))
    },
  })),
  'roll-root': lie('another roll than the frozen one', () => ({
    freeze: (freeze) => ({ ...freeze, roll: { ...(freeze['roll'] as object), root: other } }),
  })),
  'roll-sizes': lie('regions of other sizes', () => ({
    freeze: (freeze) => {
      const roll = freeze['roll'] as { byRegion: Record<string, number> }
      const [from, to] = Object.keys(roll.byRegion) as [string, string]
      const { [from]: less = 0, [to]: more = 0 } = roll.byRegion
      return { ...freeze, roll: { ...roll, byRegion: { ...roll.byRegion, [from]: less - 1, [to]: more + 1 } } }
    },
  })),
  'roll-order': lie('a roll out of order', () => ({
    roll: (roll) => {
      const place = roll.findIndex((voter, i) => [voter, roll[i + 1]].every((one) => one && !one.added && !one.struck))
      return roll.with(place, roll[place + 1]!).with(place + 1, roll[place]!)
    },
  })),
  'roll-corrections': lie('a voter added in another region than the correction says', () => ({
    links: (all) =>
      at(all, 0, (one) => ({
        ...one,
        added: at(listIn(one, 'added'), 0, (line) => ({ ...line, region: 'Elsewhere' })),
      })),
  })),
  'participation-lines': lie('an abstainer moved to another region', () => ({
    participation: (roll) => at(roll, abstainer(roll), (voter) => ({ ...voter, region: 'Elsewhere' })),
  })),
  'ballots-agree': lie('an abstainer recorded as having voted', () => ({
    participation: (roll) => at(roll, abstainer(roll), (voter) => ({ ...voter, voted: true })),
  })),
  'marks-of-voters': lie('help for somebody who did not vote', () => ({
    participation: (roll) => {
      const helped = roll.findIndex((voter) => voter.helped)
      const moved = at(roll, helped, (voter) => ({ ...voter, helped: false }))
      return at(moved, abstainer(roll), (voter) => ({ ...voter, helped: true }))
    },
  })),
  'marks-agree': lie('more proxies in the list than there were', () => ({
    participation: (roll) =>
      at(
        roll,
        roll.findIndex(({ voted, proxy }) => voted && !proxy),
        (voter) => ({ ...voter, proxy: true }),
      ),
  })),
  'certificate-head': certified('a certificate of another board', () => ({ head: other })),
  'certificate-record': certified('a certificate without the corrections', () => ({ record: other })),
  'certificate-participation': certified('a certificate of another participation list', () => ({
    participation: other,
  })),
  'certificate-terms': certified('another closing time', () => ({ votingCloses: '2025-03-29T09:00:00.000Z' })),
  'certificate-totals': certified('a vote too many', (certificate) => ({
    standings: at(listIn(certificate, 'standings'), 0, (one) => moreBy(one, 'votes', 1)),
  })),
  'certificate-elected': certified('somebody else elected', (certificate) => {
    const elected = listIn(certificate, 'elected')
    const isElected = (id: unknown) => elected.some(({ nomineeId }) => nomineeId === id)
    const loser = listIn(certificate, 'standings').find(
      ({ service, nomineeId }) => service === 'PN' && !isElected(nomineeId),
    )!
    return { elected: elected.map((one) => (one['service'] === 'PN' ? loser : one)) }
  }),
  'certificate-vacant': certified('a vacant seat kept quiet', () => ({ vacant: [] })),
  'certificate-ties': certified('a tie for other votes', (certificate) => ({
    ties: at(listIn(certificate, 'ties'), 0, (tie) => moreBy(tie, 'votes', 1)),
  })),
  'certificate-ballots': certified('a ballot too many', (certificate) => moreBy(certificate, 'ballots', 1)),
  'certificate-proxies': certified('fewer proxies', (certificate) => moreBy(certificate, 'proxies', -1)),
  'certificate-helped': certified('fewer helped ballots', (certificate) => moreBy(certificate, 'helped', -1)),
  'certificate-turnout': certified('a higher turnout', (certificate) => ({
    turnout: at(listIn(certificate, 'turnout'), 0, (one) => moreBy(one, 'eligible', -1)),
  })),
  decisions: lie('a tie decided in 2020', () => ({
    decisions: (all) => all.map((one) => ({ ...one, at: inTheYear2020 })),
    certificate: (certificate) => ({
      ...certificate,
      ties: listIn(certificate, 'ties').map((tie) => ({ ...tie, decidedAt: inTheYear2020 })),
    }),
  })),
  'certificate-decisions': lie('a decision that was changed when it was certified', () => ({
    decisions: (all) => at(all, -1, (one) => ({ ...one, reason: 'Oldest first' })),
  })),
  'certificate-log': certified('a log cut off before certification', () => ({ logEntries: 5 })),
  'certificate-last': certified('a result that was certified before the tie was decided', () => ({
    certifiedAt: '2025-03-30T04:00:00.000Z',
  })),
  cosignatures: lie('a witness who has seen another board', () => ({
    cosignatures: (all) => [...all, { ...all[0]!, head: other }],
  })),
  'certificate-witnesses': certified('a witness who is said to have followed from the beginning', (certificate) => ({
    witnesses: listIn(certificate, 'witnesses').map((witness) => ({ ...witness, from: 0 })),
  })),
  countersignatures: lie('a countersignature for another certificate', () => ({
    countersignature: (statement) => ({ ...statement, certificate: other }),
  })),
  fingerprint: {
    what: 'a whole election signed with another key',
    files: (model) => sealPackage({ ...model, ...keyFrom(new Random(99)) }),
    evidence: ({ key }) => ({ fingerprint: sha256(Buffer.from(key, 'hex')).toString('hex') }),
  },
  'collected-heads': {
    what: 'a history that was written anew after the heads were collected',
    files: (model) => sealPackage(model, rewritten),
    evidence: (model) => {
      const heads = sealPackage(model).get('heads.ndjson')!
      return {
        collected: [
          {
            name: 'mine.ndjson',
            chunks: async function* () {
              yield heads
            },
          },
        ],
      }
    },
  },
  receipt: {
    what: 'a ballot that was exchanged',
    files: (model) => sealPackage(model),
    evidence: () => ({ receipt: new Random(1234).bytes(16) }),
  },
  promise: {
    what: 'a ballot that the site promised to count, and did not',
    files: (model) => sealPackage(model),
    evidence: (model) => {
      const promised = { secret: new Random(77).bytes(16), choices: model.choices[0]! }
      return readPromise(promiseFile(model, promised))
    },
  },
  'roll-line': {
    what: 'a member who is missing on the roll',
    files: (model) => sealPackage(model),
    evidence: () => ({ rollLine: { serial: 'O-1', salt: new Random(4321).bytes(16) } }),
  },
}

/** Lies that are found by several checks, these among them. */
export const bolderLies: [what: string, lie: LoneLie, foundBy: string[]][] = [
  [
    'names exchanged by a correction on the day after',
    modelled('', (model) => withLink(model, { at: '2025-03-30T04:00:00.000Z', reason: 'A mistake' }), {
      links: (all) =>
        at(all, -1, (one) => ({ ...one, changes: [{ field: 'title', before: 'Board of Trustees 2025', after: 'X' }] })),
    }),
    ['correction-changes', 'corrections-before-close', 'last-head-record'],
  ],
  [
    'voting reopened on the day after by a correction',
    modelled('', (model) => ({
      ...withLink(model, {
        at: '2025-03-30T00:00:00.000Z',
        reason: 'Too few',
        changes: [{ field: 'times.votingCloses', before: laterClose, after: '2025-03-30T02:00:00.000Z' }],
      }),
      minutes: ['29T00:00', '29T02:30', '29T05:00', '29T10:00', '30T02:00'].map((time) => `2025-03-${time}:00.000Z`),
    })),
    ['corrections-before-close'],
  ],
  [
    'everything signed anew after the close',
    lie('', () => ({ freeze: (freeze) => ({ ...freeze, frozenAt: '2025-03-29T11:00:00.000Z' }) })),
    ['frozen-first'],
  ],
  [
    'a roll that was drawn up after it was closed',
    lie('', () => ({ freeze: (freeze) => ({ ...freeze, rollFrozenAt: '2025-03-29T00:00:01.000Z' }) })),
    ['frozen-first'],
  ],
  [
    'a result that was there before the close',
    certified('', () => ({ certifiedAt: '2025-03-29T08:00:00.000Z' })),
    ['certificate-last'],
  ],
  ['a decision that was left out', lie('', () => ({ decisions: (all) => all.slice(1) })), ['decisions']],
  [
    'a countersignature from before the certificate',
    lie('', () => ({ countersignature: (one) => ({ ...one, at: votingOpens }) })),
    ['countersignatures'],
  ],
  [
    'a countersignature with a key that nobody knows',
    lie('', () => ({ countersignature: (one) => ({ ...one, witness: keyFrom(new Random(78)).key }) })),
    ['countersignature-signatures'],
  ],
  [
    'a witness of the certificate who is none',
    certified('', (certificate) => ({
      witnesses: at(listIn(certificate, 'witnesses'), 0, (one) => ({ ...one, name: 'Somebody else' })),
    })),
    ['certificate-witnesses'],
  ],
  [
    'a rollback that takes back a head which is still there',
    {
      what: '',
      files: (model) => {
        const [first = ''] = sealPackage(model).get('heads.ndjson')!.toString().split('\n')
        const { statement } = JSON.parse(first) as { statement: string }
        return sealPackage(setBack(model, [sha256(`head/2\0${statement}`).toString('hex')]))
      },
    },
    ['rollbacks'],
  ],
  [
    'a correction of times and of the roll at once',
    modelled('', (model) => withAdded(model, 3, 'O-100002')),
    ['correction-lines'],
  ],
]

/** A receipt as a voter saves it, with what was chosen written below. */
export function promiseFile(
  { id, seats, nominees, privateKey }: ElectionModel,
  { secret, choices, key = privateKey }: { secret: Buffer; choices: (string | null)[]; key?: KeyObject },
): string {
  const commitments = leavesOf(id, secret, choices).map(({ commitment }) => commitment)
  const ballot = sha256('ballot/1\0', ...commitments.toSorted((a, b) => a.compare(b)))
  const text = JSON.stringify({ ballot: ballot.toString('hex'), election: id, type: 'promise/1' })
  const signature = sign(null, Buffer.from(`promise/1\0${text}`), key)
  const fragment = Buffer.concat([Buffer.of(1, 0), idBytes(id), secret, ballot, signature]).toString('base64url')
  const nameOf = (chosen: string | null) => nominees.find((nominee) => nominee.id === chosen)?.name ?? 'blank'
  return [
    'Board of Trustees 2025: ballot receipt',
    '',
    'Check that your vote was counted: open this address,',
    `https://reservists.example/receipt#${fragment}`,
    '',
    ...seats.map(({ slot }, i) => `${slot}: ${nameOf(choices[i] ?? null)}`),
    '',
  ].join('\n')
}
