import type { Evidence } from '../../../verifier/evidence.ts'
import { commitmentOf, rootsAt, sha256, Random } from './bytes.ts'
import { keyFrom, modelElection, type ElectionModel, type LeafModel, type Voter } from './election-model.ts'
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
const strangersKey = keyFrom(new Random(77)).privateKey

const lie = (what: string, lies: (model: ElectionModel) => Lies): LoneLie => ({
  what,
  files: (model) => sealPackage(model, lies(model)),
})

const forged = (what: string, isForged: (statement: Statement) => boolean): LoneLie =>
  lie(what, () => ({ signWith: (statement) => (isForged(statement) ? strangersKey : undefined) }))

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
  'freeze-signature': forged('a freeze record signed by a stranger', ({ type }) => type === 'freeze/1'),
  'correction-signatures': forged('a correction signed by a stranger', ({ type }) => type === 'correction/1'),
  'head-signatures': forged('a head signed by a stranger', ({ type, number }) => type === 'head/1' && number === 2),
  'certificate-signature': forged('a certificate signed by a stranger', ({ type }) => type === 'certificate/1'),
  'countersignature-signatures': forged(
    'a countersignature by a stranger',
    ({ type }) => type === 'countersignature/1',
  ),
  'correction-chain': lie('a correction left out', () => ({
    corrections: (all) => at(all, 1, (one) => moreBy(one, 'number', 1) as Statement),
  })),
  'correction-changes': lie('a correction that hides what was there before', () => ({
    corrections: (all) =>
      at(all, 1, (one) => ({
        ...one,
        changes: at(listIn(one, 'changes'), 0, (change) => ({ ...change, before: 'never' })),
      })),
  })),
  'head-chain': lie('a head left out', () => ({
    heads: (heads) => at(heads, 3, (head) => ({ ...head, previous: other })),
  })),
  'heads-only-grow': lie('ballots cast that become fewer', () => ({
    heads: (heads) => at(heads, 2, (head) => ({ ...head, minute: '2025-03-29T02:29:00.000Z' })),
  })),
  'head-records': lie('a head that goes back to an earlier record', () => ({
    heads: (heads) => at(heads, -1, (head) => ({ ...head, record: heads[0]!['record'] })),
  })),
  closed: lie('a count that is never closed', () => ({
    heads: (heads) => at(heads, -1, (head) => ({ ...head, closed: false })),
  })),
  'cast-since-opening': lie('voting that was opened early for a while', () => ({
    heads: (heads) => at(heads, 0, (head) => ({ ...head, minute: '2025-03-28T23:59:00.000Z' })),
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
  'all-leaves': lie('ballots that were never on the board', ({ leaves, seats }) => ({
    heads: (heads) => {
      const size = leaves.length - seats.length
      const [root] = rootsAt(
        leaves.map(({ commitment }) => commitment),
        [size],
      )
      return at(heads, -1, (head) => ({ ...head, size, root }))
    },
  })),
  openings: lie('a leaf that opens to nothing', () => ({
    leaves: (leaves) => at(leaves, 9, (leaf) => ({ ...leaf, nonce: other.slice(0, 32) })),
  })),
  'no-leaf-twice': lie('one leaf counted for two voters', () => ({
    leaves: (leaves) => {
      const first = leaves.find(({ service }) => service === 'TAS')!
      return at(
        leaves,
        leaves.findLastIndex(({ service }) => service === 'TAS'),
        () => first,
      )
    },
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
    corrections: (all) =>
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
  'proxies-voted': lie('a proxy for somebody who did not vote', () => ({
    participation: (roll) => at(roll, abstainer(roll), (voter) => ({ ...voter, proxy: true })),
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
  'certificate-turnout': certified('a higher turnout', (certificate) => ({
    turnout: at(listIn(certificate, 'turnout'), 0, (one) => moreBy(one, 'eligible', -1)),
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
  'roll-line': {
    what: 'a member who is missing on the roll',
    files: (model) => sealPackage(model),
    evidence: () => ({ rollLine: { serial: 'O-1', salt: new Random(4321).bytes(16) } }),
  },
}
