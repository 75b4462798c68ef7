import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { createBoardKey } from '#server/elections/board/board-key.ts'
import { BoardMismatch } from '#server/elections/board/mismatch.ts'
import type { BoardLeaf } from '#server/elections/board/tiles.ts'
import { recountIn } from '#server/elections/recount/recount.ts'
import { readBoardLeaves, writeBoardLeaves } from './board.ts'
import type { FinishedElection } from './closing.ts'

type Finished = Pick<FinishedElection, 'site' | 'election'>

const nothingDone = 'nothing was done'

/** What the recount says of the election after this was done to it; null when it finds nothing. Nothing of it stays. */
export async function foundAfter(
  { site: { deps }, election }: Finished,
  act: (client: pg.PoolClient) => Promise<boolean>,
): Promise<string | null> {
  const keys = {
    ballotKey: await deps.vault.keyOf(election),
    rollKey: await deps.vault.keyOf(election, 'roll'),
    signed: deps.signed,
  }
  const client = await deps.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    if (!(await act(client))) return nothingDone
    await recountIn(drizzle(client), client, keys, election, () => {})
    return null
  } catch (error) {
    if (!(error instanceof BoardMismatch)) throw error
    return error.reason
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Every mutation once, then any, until so many have changed something. Returns those that the recount did not name. */
export async function mutateMany(at: Finished, seed: number, wanted: number) {
  const below = seededNumbers(seed)
  const all = Object.entries(mutations)
  const unnamed: string[] = []
  const done = new Set<string>()
  let changed = 0
  for (let round = 0; changed < wanted && round < 2 * wanted; round++) {
    const [name, mutation] = all[round < all.length ? round : below(all.length)] ?? []
    if (!name || !mutation) continue
    const content = await foundAfter(at, (client) => mutation({ client, election: at.election, below }))
    if (content === nothingDone) continue
    if (content === null) unnamed.push(name)
    done.add(name)
    changed++
  }
  return { unnamed, changed, never: all.filter(([name]) => !done.has(name)).map(([name]) => name) }
}

/**
 * What somebody could do to a finished election who can write to its database and switch off its triggers, but has no keys. Each
 * says what it has changed; null when there was nothing to change.
 */
export interface Attack {
  client: pg.PoolClient
  election: string
  /** A whole number below this one. */
  below(most: number): number
}
type Mutation = (attack: Attack) => Promise<boolean>

/** The same numbers for the same seed (mulberry32). */
export function seededNumbers(seed: number): (most: number) => number {
  let state = seed >>> 0
  return (most) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

/** Whoever owns the database drops what stands in the way. */
export const dropConstraints = `do $$
declare found record;
begin
  for found in select conrelid::regclass as tab, conname from pg_constraint
    where contype in ('c', 'u', 'f') and conrelid = any (array['board_tiles', 'ballots', 'roll', 'tallies', 'turnout', 'nominees', 'elections',
      'signed_statements', 'board_trees', 'audit_log']::regclass[])
    order by contype = 'u' loop
    execute format('alter table %s drop constraint %I cascade', found.tab, found.conname);
  end loop;
end $$`

/** One row of those that the condition takes, by chance; and those that come after it. */
async function pick<Row extends pg.QueryResultRow>(attack: Attack, text: string, count = 1): Promise<Row[]> {
  const { rows } = await attack.client.query<Row>(text.includes('$1') ? { text, values: [attack.election] } : { text })
  const first = attack.below(Math.max(1, rows.length - count + 1))
  return rows.slice(first, first + count)
}

const changed = async (attack: Attack, text: string, values: unknown[] = []): Promise<boolean> =>
  ((await attack.client.query(text, values)).rowCount ?? 0) > 0

/** One statement about the election, its $1, and by chance a number below some other, its $2. */
const statement =
  (text: string, ...below: number[]): Mutation =>
  (attack) =>
    changed(attack, text, [attack.election, ...below.map((most) => attack.below(most))])

/** Does something to one row of a table that belongs to the election, by chance. */
const toOne =
  (act: string, table: string, where: string, own: string): Mutation =>
  async (attack) => {
    const rows = `select ctid::text as at from ${table} where ${own} and (${where}) order by ctid`
    const [row] = await pick<{ at: string }>(attack, rows)
    return row !== undefined && changed(attack, `${act} where ctid = $1::tid`, [row.at])
  }
const edit = (table: string, set: string, where = 'true', own = 'election_id = $1') =>
  toOne(`update ${table} set ${set}`, table, where, own)
const remove = (table: string, where = 'true', own = 'election_id = $1') =>
  toOne(`delete from ${table}`, table, where, own)

/** Two rows exchange what these columns hold; null when it is the same. */
const swap =
  (table: string, columns: string[], where = 'true', own = 'election_id = $1'): Mutation =>
  async (attack) => {
    const rows = await pick<{ at: string }>(
      attack,
      `select ctid::text as at from ${table} where ${own} and (${where}) order by md5(ctid::text)`,
      2,
    )
    const [a, b] = rows
    if (!a || !b) return false
    const set = columns.map((column) => `${column} = other.${column}`).join(', ')
    const differ = columns.map((column) => `one.${column} is distinct from other.${column}`).join(' or ')
    return changed(
      attack,
      `update ${table} one set ${set} from ${table} other
       where (one.ctid = $1::tid and other.ctid = $2::tid or one.ctid = $2::tid and other.ctid = $1::tid) and (${differ})`,
      [a.at, b.at],
    )
  }

const flip = (column: string) =>
  `${column} = set_byte(${column}, length(${column}) / 2, 255 - get_byte(${column}, length(${column}) / 2))`
const either = (column: string, one: string, other: string) =>
  `${column} = case ${column} when '${one}' then '${other}' else '${one}' end`
const heads = `type = 'head/2'`
const abstainers = `select r.voter_id, r.region from roll r where r.election_id = $1 and r.struck is null
  and not exists (select from ballots b where b.voter_id = r.voter_id and b.election_id = $1) order by r.line`

/** Somebody who did not vote is given a ballot: these bytes, counted where they are on the roll. */
async function stuff(attack: Attack, sealed: string): Promise<boolean> {
  const [nobody] = await pick<{ voter_id: string; region: string }>(attack, abstainers)
  if (!nobody) return false
  await attack.client.query(
    `update turnout set "cast" = "cast" + 1, counted = counted + 1 where election_id = $1 and region = $2`,
    [attack.election, nobody.region],
  )
  return changed(
    attack,
    `insert into ballots (election_id, voter_id, voter_region, sealed, counted) values ($1, $2, $3, (${sealed}), true)`,
    [attack.election, nobody.voter_id, nobody.region],
  )
}

/** What is done to the leaves of the board; false when nothing is. */
const toBoard =
  (act: (leaves: BoardLeaf[], attack: Attack) => boolean | Promise<boolean>): Mutation =>
  async (attack) => {
    const leaves = await readBoardLeaves(attack.client, attack.election)
    if (leaves.length === 0 || !(await act(leaves, attack))) return false
    await writeBoardLeaves(attack.client, attack.election, leaves)
    return true
  }

/** Something else stands in the place of a leaf, by chance of those for which `which` holds. */
const toLeaf = (
  change: (leaf: BoardLeaf, attack: Attack) => Partial<BoardLeaf> | null | Promise<Partial<BoardLeaf> | null>,
  which: (leaf: BoardLeaf) => boolean = () => true,
) =>
  toBoard(async (leaves, attack) => {
    const found = leaves.filter(which)
    const leaf = found[attack.below(Math.max(1, found.length))]
    const other = leaf && (await change(leaf, attack))
    if (!leaf || !other) return false
    leaves[leaves.indexOf(leaf)] = { ...leaf, ...other }
    return true
  })

const exchangeLeaves = (fields: (keyof BoardLeaf)[], which: (leaf: BoardLeaf) => boolean = () => true) =>
  toBoard((leaves, attack) => {
    const found = leaves.filter(which)
    const [a, b] = [found[attack.below(found.length)], found[attack.below(found.length)]]
    if (!a || !b || fields.every((field) => a[field] === b[field])) return false
    const [was, is] = [{ ...a }, { ...b }]
    for (const field of fields) {
      Object.assign(a, { [field]: is[field] })
      Object.assign(b, { [field]: was[field] })
    }
    return true
  })

/** Any nominee of this election but this one: of this service, or of another. */
async function otherNominee(attack: Attack, { service, nomineeId }: BoardLeaf, sameService = true) {
  const [other] = await pick<{ id: string }>(
    attack,
    `select id from nominees where election_id = $1 and data ->> 'ms' ${sameService ? '=' : '<>'} '${service}'
       and id is distinct from ${nomineeId ? `'${nomineeId}'` : 'null'} order by id`,
  )
  return other ? { nomineeId: other.id } : null
}

const otherNonce = ({ nonce }: BoardLeaf) => ({ nonce: Buffer.from(nonce).fill(255 - (nonce[8] ?? 0), 8, 9) })

/** A vote is for somebody else, with the totals to go with it. */
async function recommit(attack: Attack, wasBlank: boolean): Promise<boolean> {
  const { client, election } = attack
  const chosen: { before: string | null; after: string | null } = { before: null, after: null }
  const done = await toLeaf(
    async (leaf) => {
      const other = await otherNominee(attack, leaf)
      Object.assign(chosen, { before: leaf.nomineeId, after: other?.nomineeId })
      return other
    },
    ({ nomineeId }) => (nomineeId === null) === wasBlank,
  )(attack)
  if (!done) return false
  await client.query('update tallies set votes = votes - 1 where election_id = $1 and nominee_id = $2', [
    election,
    chosen.before,
  ])
  await client.query(
    `insert into tallies as t (election_id, nominee_id, votes) values ($1, $2, 1)
     on conflict (election_id, nominee_id) do update set votes = t.votes + 1`,
    [election, chosen.after],
  )
  return true
}

/** Writes the chain of the log anew, so that it holds together whatever was done to it. */
export const chainAnew = `do $$
declare row record; before text := repeat('0', 64); place bigint := 0;
begin
  create temporary table kept_log on commit drop as select entry from audit_log order by seq;
  delete from audit_log;
  for row in select entry from kept_log loop
    place := place + 1;
    insert into audit_log (seq, entry, previous_hash, hash)
      values (place, row.entry, before, encode(sha256(convert_to(before || row.entry, 'UTF8')), 'hex'));
    before := encode(sha256(convert_to(before || row.entry, 'UTF8')), 'hex');
  end loop;
  drop table kept_log;
end $$`

const withNewChain =
  (mutation: Mutation): Mutation =>
  async (attack) => {
    if (!(await mutation(attack))) return false
    await attack.client.query(chainAnew)
    return true
  }

/** A statement is said in other words, and signed with a key that the attacker has made. */
const forge =
  (type: string, words: (content: Record<string, unknown>, attack: Attack) => void): Mutation =>
  async (attack) => {
    const [row] = await pick<{ at: string; statement: string }>(
      attack,
      `select ctid::text as at, statement from signed_statements where election_id = $1 and type = '${type}' order by number`,
    )
    if (!row) return false
    const content = JSON.parse(row.statement)
    words(content, attack)
    const signed = createBoardKey(Buffer.alloc(32, 1 + attack.below(200))).sign(content)
    return changed(
      attack,
      `update signed_statements set statement = $2, signature = decode($3, 'hex') where ctid = $1::tid`,
      [row.at, signed.statement, signed.signature],
    )
  }

const times =
  `nomination_opens nomination_closes admin_nomination_closes candidacy_opens candidacy_closes vote_link_opens
  vote_link_closes voting_opens voting_closes roll_frozen_at frozen_at`.split(/\s+/)
const ofElection = (set: string) => edit('elections', set, 'true', 'id = $1')
const ofLog = 'true'
const named = (action: string) => `action = '${action}'`

export const mutations: Record<string, Mutation> = {
  'a leaf is removed': toBoard((leaves, { below }) => leaves.splice(below(leaves.length), 1).length > 0),
  'the last leaf is removed': toBoard((leaves) => leaves.pop() !== undefined),
  'a leaf is for somebody else': toLeaf((leaf, attack) => otherNominee(attack, leaf)),
  'a vote is made blank': toLeaf(
    () => ({ nomineeId: null }),
    ({ nomineeId }) => nomineeId !== null,
  ),
  'a leaf is for a nominee of another service': toLeaf((leaf, attack) => otherNominee(attack, leaf, false)),
  'a leaf is for nobody there is': toLeaf(() => ({ nomineeId: randomUUID() })),
  'a nonce is changed': toLeaf(otherNonce),
  'two leaves change places': exchangeLeaves(['service', 'nomineeId', 'nonce']),
  'two leaves exchange their nominees': exchangeLeaves(['nomineeId'], ({ service }) => service === 'PA'),
  'a leaf is of another service': toLeaf(({ service }) => ({ service: service === 'PA' ? 'PN' : 'PA' })),
  'a leaf stands on the board twice': toBoard((leaves, { below }) => {
    const leaf = leaves[below(leaves.length)]
    return leaf !== undefined && leaves.push({ ...leaf, ...otherNonce(leaf) }) > 0
  }),
  'a blank becomes a vote, with the totals': (attack) => recommit(attack, true),
  'a vote goes to somebody else, with the totals': (attack) => recommit(attack, false),
  'a service that there is none of': edit('board_tiles', 'leaves = set_byte(leaves, 0, 9)'),
  'the root of a tile is another': edit('board_tiles', flip('root'), 'root is not null'),
  'a tile is gone': remove('board_tiles'),
  'a tile has half a leaf more': edit('board_tiles', `leaves = leaves || '\\x0102'`),
  'the stored tree is longer': edit('board_trees', 'size = size + 1'),
  'the stored tree has other roots': edit('board_trees', flip('roots')),
  'the stored tree is gone': remove('board_trees'),

  'a ballot is removed': remove('ballots'),
  'a ballot is removed, and from the turnout': async (attack) => {
    const { rows } = await attack.client.query<{ voter_region: string }>(
      `delete from ballots where ctid = (select ctid from ballots where election_id = $1 order by voter_id
         offset $2 limit 1) returning voter_region`,
      [attack.election, attack.below(40)],
    )
    return changed(
      attack,
      `update turnout set "cast" = "cast" - 1, counted = counted - 1 where election_id = $1 and region = $2`,
      [attack.election, rows[0]?.voter_region],
    )
  },
  'a ballot counts as uncounted': edit('ballots', 'counted = false'),
  'a bit of a ballot is changed': edit('ballots', flip('sealed')),
  'a ballot is cut': edit('ballots', 'sealed = substring(sealed for length(sealed) - 16)'),
  'a ballot is emptied': edit('ballots', `sealed = ''`),
  'two voters exchange their ballots': swap('ballots', ['sealed']),
  'a ballot is moved to somebody who did not vote': async (attack) => {
    const [nobody] = await pick<{ voter_id: string; region: string }>(attack, abstainers)
    return edit('ballots', `voter_id = '${nobody?.voter_id}', voter_region = '${nobody?.region}'`)(attack)
  },
  'a ballot is of somebody who is not on the roll': async (attack) => {
    const id = randomUUID()
    return edit('ballots', `voter_id = '${id}'`)(attack)
  },
  'a ballot is counted in another region': edit('ballots', either('voter_region', 'NCR', 'Luzon')),
  'an abstainer is given a copy of a ballot': (attack) =>
    stuff(attack, `select sealed from ballots where election_id = $1 order by md5(voter_id::text) limit 1`),
  'an abstainer is given a made-up ballot': (attack) =>
    stuff(attack, `select sha256(sealed) || substring(sealed from 33) from ballots where election_id = $1 limit 1`),
  'a ballot becomes a proxy': edit(
    'ballots',
    `proxy_by = (select id from users where is_admin order by random() limit 1), authority = 'a letter'`,
    'proxy_by is null',
  ),
  'a proxy becomes an own ballot': edit('ballots', 'proxy_by = null, authority = null', 'proxy_by is not null'),
  'a proxy is by another administrator': edit(
    'ballots',
    'proxy_by = (select id from users where is_admin and id <> proxy_by order by random() limit 1)',
    'proxy_by is not null',
  ),
  'a proxy was confirmed by somebody': edit(
    'ballots',
    'confirmed_by = (select id from users where is_admin and id <> proxy_by order by random() limit 1)',
    'proxy_by is not null',
  ),
  'a ballot was cast with an administrator’s help': edit('ballots', 'helped = not helped'),

  'a line of the roll is removed': remove('roll'),
  'the line of an abstainer is removed': remove(
    'roll',
    'struck is null and not exists (select from ballots b where b.voter_id = roll.voter_id)',
  ),
  'somebody is added to the roll': statement(`insert into roll (election_id, voter_id, line, salt, serial, region)
       select $1, id, sha256(id::text::bytea), substring(sha256(id::text::bytea) for 16), 'X', 'NCR' from users
       where not exists (select from roll r where r.voter_id = users.id) order by id limit 1`),
  'a line is of another region': edit('roll', either('region', 'NCR', 'Luzon')),
  'a line has another salt': edit('roll', flip('salt')),
  'a line has another serial number': edit('roll', `serial = serial || '1'`),
  'a line is another': edit('roll', flip('line')),
  'two people exchange their lines': async (attack) => {
    const [a, b] = await pick<{ voter_id: string }>(
      attack,
      'select voter_id from roll where election_id = $1 order by md5(voter_id::text)',
      2,
    )
    const free = randomUUID()
    const move = (from: string, to: string) =>
      attack.client.query('update roll set voter_id = $3 where election_id = $1 and voter_id = $2', [
        attack.election,
        from,
        to,
      ])
    await move(a!.voter_id, free)
    await move(b!.voter_id, a!.voter_id)
    await move(free, b!.voter_id)
    return true
  },
  'two people exchange salts and serial numbers': swap('roll', ['salt', 'serial']),
  'salt and serial number of a line are gone': edit('roll', 'salt = null, serial = null'),
  'a line is struck': edit('roll', 'struck = 2', 'struck is null'),
  'a line is struck by a correction there is not': edit('roll', 'struck = 9', 'struck is null'),
  'a struck line is back': edit('roll', 'struck = null', 'struck is not null'),
  'a line came by a correction': edit('roll', 'added = 1', 'added is null'),
  'an added line was always there': edit('roll', 'added = null', 'added is not null'),

  'a total is higher': edit('tallies', 'votes = votes + 1'),
  'a total is lower': edit('tallies', 'votes = votes - 1', 'votes > 0'),
  'a total is gone': remove('tallies', 'votes > 0'),
  'two totals are exchanged': swap('tallies', ['votes']),
  'a vote moves from one total to another': async (attack) =>
    (await edit('tallies', 'votes = votes - 1', 'votes > 1')(attack)) &&
    changed(
      attack,
      `update tallies set votes = votes + 1 where ctid = (select ctid from tallies where election_id = $1 and votes > 0
         and xmin <> pg_current_xact_id()::xid order by nominee_id limit 1)`,
      [attack.election],
    ),
  'the turnout is higher': edit('turnout', '"cast" = "cast" + 1, counted = counted + 1'),
  'the turnout is lower': edit('turnout', '"cast" = "cast" - 1, counted = counted - 1', 'counted > 0'),
  'one more is cast than counted': edit('turnout', '"cast" = "cast" + 1'),
  'one fewer is counted than cast': edit('turnout', 'counted = counted - 1', 'counted > 0'),
  'the turnout of a region is gone': remove('turnout', '"cast" > 0'),
  'two regions exchange their turnout': swap('turnout', ['"cast"', 'counted']),

  'a head is removed': remove('signed_statements', heads),
  'the last head is removed': remove(
    'signed_statements',
    `${heads} and number = (select max(number) from signed_statements where ${heads})`,
  ),
  'the heads are cut': statement(
    `delete from signed_statements where election_id = $1 and ${heads} and number >= $2`,
    5,
  ),
  'two heads change places': swap('signed_statements', ['statement', 'signature'], heads),
  'two heads exchange their signatures': swap('signed_statements', ['signature'], heads),
  'a head is said twice': statement(
    `insert into signed_statements (election_id, type, number, statement, signature)
       select election_id, type, (select max(number) + 1 from signed_statements where ${heads}), statement, signature
       from signed_statements where election_id = $1 and ${heads} and number = $2`,
    5,
  ),
  'a head replaces another': async (attack) => {
    const n = attack.below(4)
    return changed(
      attack,
      `update signed_statements one set statement = other.statement, signature = other.signature from signed_statements other
       where one.election_id = $1 and other.election_id = $1 and one.type = 'head/2' and other.type = 'head/2' and one.number = $2 and other.number = $3`,
      [attack.election, n, n + 1],
    )
  },
  'a statement is worded otherwise': edit(
    'signed_statements',
    `statement = regexp_replace(statement, '"election":"(.)', '"election":"\\1\\1')`,
  ),
  'a digit of a head is changed': edit(
    'signed_statements',
    `statement = replace(statement, '"size":', '"size":1')`,
    heads,
  ),
  'a signature is changed': edit('signed_statements', flip('signature')),
  'a signature is cut': edit('signed_statements', `signature = substring(signature for 32)`),
  'a statement has another number': edit('signed_statements', 'number = number + 50'),
  'the freeze record is gone': remove('signed_statements', `type = 'freeze/2'`),
  'a correction is gone': remove('signed_statements', `type = 'correction/1'`),
  'two corrections change places': swap('signed_statements', ['statement', 'signature'], `type = 'correction/1'`),
  'the freeze record is forged': forge(
    'freeze/2',
    (content, { below }) => void (content['title'] = `ANOTHER ${below(9)}`),
  ),
  'the freeze record is forged with the key of the forger': forge(
    'freeze/2',
    (content, { below }) => void (content['key'] = createBoardKey(Buffer.alloc(32, 1 + below(9))).publicKey),
  ),
  'a head is forged': forge('head/2', (content) => void (content['ballots'] = Number(content['ballots']) + 1)),
  'a correction is forged': forge('correction/1', (content) => void (content['reason'] = 'because')),
  'a certificate is forged': statement(
    `insert into signed_statements (election_id, type, statement, signature) values ($1, 'certificate/2', '{}', sha256('') || sha256(''))`,
  ),

  'two nominees exchange their names': async (attack) => {
    const [a, b] = await pick<{ id: string; first: string; last: string }>(
      attack,
      `select id, data ->> 'first_name' as first, data ->> 'last_name' as last from nominees where election_id = $1 order by id`,
      2,
    )
    const rename = (id: string, { first, last }: { first: string; last: string }) =>
      attack.client.query(
        `update nominees set data = data || jsonb_build_object('first_name', $2::text, 'last_name', $3::text) where id = $1`,
        [id, first, last],
      )
    await rename(a!.id, b!)
    await rename(b!.id, a!)
    return `${a!.first} ${a!.last}` !== `${b!.first} ${b!.last}`
  },
  'a nominee has another rank': edit('nominees', `data = data || '{"rank": "GEN"}'`),
  'a nominee is of another region': edit('nominees', `data = data || '{"region": "Mindanao"}'`),
  'a nominee is of another service': edit(
    'nominees',
    `data = data || jsonb_build_object('ms', case data ->> 'ms' when 'PA' then 'PN' else 'PA' end)`,
  ),
  'a nominee no longer stands': edit('nominees', `status = 'pending'`),
  'a nominee is gone': remove('nominees'),
  'a nominee is added': statement(`insert into nominees (election_id, user_id, nominated_by, data)
       select election_id, (select id from users u where not exists (select from nominees n where n.user_id = u.id) limit 1), nominated_by, data
       from nominees where election_id = $1 limit 1`),

  'a seat is gone': ofElection('seats = seats - 0'),
  'a seat is added': ofElection(`seats = seats || '[{"slot": "PN 2", "ms": "PN"}]'`),
  'the seats have another order': ofElection(`seats = (seats - 0) || jsonb_build_array(seats -> 0)`),
  'the title is another': ofElection(`title = title || ' 2'`),
  'results are shown at another time': ofElection(either('results_visible', 'after close', 'while voting')),
  'proxies need another number of administrators': ofElection(
    'proxy_needs_second_admin = not proxy_needs_second_admin',
  ),
  'a time is another': async (attack) => {
    const field = times[attack.below(times.length)]
    return ofElection(`${field} = ${field} + interval '1 second'`)(attack)
  },
  'the election counts as never frozen': ofElection('frozen_at = null'),

  'a tie is decided for somebody else': edit(
    'signed_statements',
    `statement = jsonb_set(statement::jsonb, '{chosen}', (select jsonb_agg(id) from (
       select id from nominees n where n.data ->> 'ms' = statement::json ->> 'service'
         and not statement::jsonb -> 'chosen' ? n.id::text limit 1) other))::text`,
    `type = 'decision/1'`,
  ),
  'a tie was decided in another way': edit(
    'signed_statements',
    `statement = replace(statement, '"reason":"', '"reason":"not ')`,
    `type = 'decision/1'`,
  ),
  'the decision of a tie is gone': remove('signed_statements', `type = 'decision/1'`),

  'an entry of the log is changed': edit('audit_log', `entry = replace(entry, '"at":"2', '"at":"1')`, 'true', ofLog),
  'an entry of the log is gone': remove('audit_log', 'seq < (select max(seq) from audit_log)', ofLog),
  'two entries of the log change places': swap('audit_log', ['entry'], 'true', ofLog),
  'the log is cut': async (attack) => changed(attack, `delete from audit_log where seq > $1`, [attack.below(4)]),
  'a proxy is taken out of a log that is chained anew': withNewChain(
    remove('audit_log', named('ballot cast by proxy'), ofLog),
  ),
  'a proxy is added to a log that is chained anew': withNewChain(async (attack) =>
    changed(
      attack,
      `insert into audit_log (seq, entry, previous_hash, hash)
       select -1, entry || ' ', 'x', 'x' from audit_log where action = 'ballot cast by proxy' limit 1`,
    ),
  ),
  'another record stands in a log that is chained anew': withNewChain(
    edit('audit_log', `entry = regexp_replace(entry, '"hash":"..', '"hash":"zz')`, named('election frozen'), ofLog),
  ),
  'the decision of a tie is another in a log that is chained anew': withNewChain(
    edit('audit_log', `entry = replace(entry, 'drawing of lots', 'drawing of straws')`, named('tie decided'), ofLog),
  ),
}
