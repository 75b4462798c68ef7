import type { Verdict } from '#shared/check.ts'
import { showBytes } from '#shared/figures.ts'
import { minuteMs, showInstant, type Instant } from '#shared/time.ts'
import type { TimeDoubt } from './seen-time.ts'
import { askHost, notReadyText, spanText, statusCheck, type StatusCheck } from './text.ts'

const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3

/** The cause of `refuses writes` cannot be seen from here, for example a full disk of a database server. */
type DatabaseState = 'writable' | 'standby' | 'two primaries' | 'read-only' | 'refuses writes' | 'no reply'

export interface DiskSpace {
  place: 'data folder' | 'database'
  freeBytes: number
  totalBytes: number
}

/** `goesOn`: a backup was restored, and an administrator can continue it. `lost`: this server lost its board state. */
export interface DifferingElection {
  id: string
  title: string
  reason: string
  way: 'goesOn' | 'lost' | null
}

/** What one node knows about itself and its dependencies. `unknown`: no result before the timeout. */
export interface NodeFacts {
  database: DatabaseState
  disks: readonly DiskSpace[] | 'unknown'
  storage: 'writable' | 'fails' | 'no reply'
  /** The number of elections whose ballots this node cannot open. */
  ballotKeys: { missing: number; wrong: number } | 'unknown'
  /** Running elections for which the database lacks statements that this node has seen signed. */
  elections: readonly DifferingElection[] | 'unknown'
  clock: {
    offsetMs: number | null
    problem: 'differs' | 'jumped' | TimeDoubt | null
    /** What the clock shows, and when the site last ran. */
    doubt?: { why: TimeDoubt; shown: Instant; lastSeen: Instant } | null
  }
  /** How long ago a background job of this node last started or ended; null if it runs none. */
  jobsIdleMs: number | null
}

/** A twentieth of a very large disk is still plenty, so percentages count only below `shareBelow`. */
const diskLimits = {
  wrong: { bytes: 300 * megabyte, share: 0.05, shareBelow: 5 * gigabyte },
  warning: { bytes: 2 * gigabyte, share: 0.15, shareBelow: 20 * gigabyte },
}

export function diskState({ freeBytes, totalBytes }: Omit<DiskSpace, 'place'>): Verdict {
  const isBelow = ({ bytes, share, shareBelow }: (typeof diskLimits)['wrong']) =>
    freeBytes < bytes || (freeBytes < share * totalBytes && freeBytes < shareBelow)
  if (isBelow(diskLimits.wrong)) return 'wrong'
  return isBelow(diskLimits.warning) ? 'warning' : 'ok'
}

/** Jobs of a running node start every few seconds, even if they fail. */
const longestIdleMs = 5 * minuteMs
const noticedOffsetMs = 1_000

/** The checks of this node for the status page. They are independent: one that fails hides no other. */
export function nodeChecks(facts: NodeFacts): StatusCheck[] {
  return [
    databaseCheck(facts),
    ...(facts.database === 'no reply' ? [] : [writesCheck(facts)]),
    diskCheck(facts),
    filesCheck(facts),
    ...(facts.ballotKeys === 'unknown' ? [] : [ballotKeysCheck(facts.ballotKeys)]),
    ...(facts.elections === 'unknown' ? [] : facts.elections.map(electionCheck)),
    clockCheck(facts),
  ]
}

function databaseCheck({ database }: NodeFacts): StatusCheck {
  if (database !== 'no reply') return statusCheck('database', 'ok', 'The database replies.')
  return statusCheck(
    'database',
    'wrong',
    'The database does not reply. Nobody can log in, register or vote.',
    askHost('start the database again and check its log'),
  )
}

function writesCheck({ database }: NodeFacts): StatusCheck {
  if (database === 'writable') return statusCheck('database writes', 'ok', 'Saving works.')
  const [sentence, act] = whyNotSaved[database]
  return statusCheck('database writes', 'wrong', sentence, askHost(act))
}

const readOnly: [string, string] = [
  'The database can be read but not changed. Pages are shown, but nothing can be saved.',
  'connect the site to the main database, not to a copy of it (DATABASE_URL)',
]
const whyNotSaved: Record<Exclude<DatabaseState, 'writable'>, [sentence: string, act: string]> = {
  standby: readOnly,
  'read-only': readOnly,
  'no reply': readOnly,
  'two primaries': [
    'There are two primaries: two database servers accept changes that the other does not get. Nothing is saved until one is stopped.',
    'stop the one that should not be used, and make it a standby of the other',
  ],
  'refuses writes': [
    'The database replies, but it does not save anything.',
    'check the log of the database: most often the disk of its server is full',
  ],
}

/** Also used alone: if the database does not reply, a full disk is often the cause. */
export function diskCheck({ disks }: Pick<NodeFacts, 'disks'>): StatusCheck {
  const tightest = disks === 'unknown' ? undefined : disks.toSorted((one, other) => one.freeBytes - other.freeBytes)[0]
  if (!tightest)
    return statusCheck(
      'disk',
      'warning',
      'We could not find out how much space is free.',
      askHost('check the disk of the data folder, which may not respond'),
    )
  const { place, freeBytes, totalBytes } = tightest
  const share = Math.floor((100 * freeBytes) / totalBytes)
  const free = `${showBytes(freeBytes)} of ${showBytes(totalBytes)} (${share}%) is free on the disk of the ${place}.`
  switch (diskState(tightest)) {
    case 'ok':
      return statusCheck('disk', 'ok', free)
    case 'warning': {
      const toDo = askHost('free up space or add a larger disk in the next few days', whatMayGo)
      return statusCheck('disk', 'warning', `Space is running low: ${free}`, toDo)
    }
    case 'wrong': {
      const toDo = askHost('free up space today, or the site will stop', whatMayGo)
      const howFull = freeBytes < megabyte ? 'full' : 'nearly full'
      return statusCheck('disk', 'wrong', `The disk is ${howFull}: ${free}`, toDo)
    }
  }
}

const whatMayGo = 'docs/operations.md says what may be removed, under “The data folder”.'

function filesCheck({ storage }: NodeFacts): StatusCheck {
  switch (storage) {
    case 'writable':
      return statusCheck('files', 'ok', 'Pictures and documents can be stored and opened.')
    case 'fails':
      return statusCheck(
        'files',
        'wrong',
        'Pictures and documents cannot be stored. Nobody can register.',
        askHost('check the folder “files”, or the bucket and its access keys'),
      )
    case 'no reply':
      return statusCheck(
        'files',
        'wrong',
        'The place where pictures and documents are kept does not reply. Nobody can register.',
        askHost('check the disk or the storage service'),
      )
  }
}

function ballotKeysCheck({ missing, wrong }: { missing: number; wrong: number }): StatusCheck {
  if (missing > 0)
    return statusCheck(
      'ballot keys',
      'wrong',
      'A key that seals ballots is missing on this server. Nobody can vote, and ballots are not counted.',
      askHost(
        'put back the folder “vault” of the data folder, or VAULT_KEY',
        'Without the key, ballots that are not counted are lost.',
      ),
    )
  if (wrong > 0)
    return statusCheck(
      'ballot keys',
      'wrong',
      'A key on this server is not the one that sealed the ballots. Nobody can vote, and ballots are not counted.',
      askHost('give every server the same VAULT_KEY, or the folder “vault” that belongs to this database'),
    )
  return statusCheck('ballot keys', 'ok', 'This server has the key of every election that is not certified yet.')
}

function electionCheck({ id, title, reason, way }: DifferingElection): StatusCheck {
  const check = statusCheck('elections', 'wrong', `${title}: ${reason}. Nobody can vote, and nothing is counted.`)
  if (way === 'lost') return { ...check, ...askHost('run: npm run admin -- begin-board-state --reason "…"') }
  if (way === 'goesOn')
    return {
      ...check,
      whatToDo: 'An administrator for elections must state in public how it continues.',
      where: { label: 'Open the election', href: `/election-settings?election=${id}` },
    }
  return {
    ...check,
    ...askHost('find out who changed the database outside the site'),
  }
}

const jumped =
  'The clock of the database jumped. The site continues with the time from before, and closes no election for now.'

const doubts: Record<TimeDoubt, string> = {
  behind: 'The clock of the server is behind the time when the site last ran.',
  leapt: 'An election went on while the site was off, or the clock of the server is wrong.',
  'leapt over close': 'Voting closed while the site was off, or the clock of the server is wrong.',
}

const ifRight = 'If the time is right, confirm it on the dashboard. The site then does what is due within minutes.'
const untilThen = 'Until then no election is closed.'

function clockCheck({ clock: { offsetMs, problem, doubt } }: NodeFacts): StatusCheck {
  if (doubt)
    return statusCheck(
      'time',
      'wrong',
      `${problem === 'jumped' ? jumped : doubts[doubt.why]} The clock shows ${showInstant(doubt.shown)}. The site last ran ${showInstant(doubt.lastSeen)}.`,
      {
        whatToDo: `${ifRight} If it is wrong, do not confirm it: tell the person who runs the server. ${untilThen}`,
        onServer: `${ifRight} If it is wrong, set the clock right and turn on time synchronisation (NTP). ${untilThen}`,
      },
    )
  if (problem === 'jumped')
    return statusCheck(
      'clock',
      'wrong',
      jumped,
      askHost('check the clock of the database server', 'If it is right, the site follows it in a few minutes.'),
    )
  const offset = offsetMs ?? 0
  const by = Math.abs(offset)
  const span = by < minuteMs ? `${(by / 1000).toFixed(1)} seconds` : spanText(by)
  const apart = `The clock of this server is ${span} ${offset > 0 ? 'ahead of' : 'behind'} the database’s.`
  const synchronise = 'turn on time synchronisation (NTP)'
  if (problem === 'differs')
    return statusCheck(
      'clock',
      'wrong',
      `${apart} No election is closed until it is right.`,
      askHost(`${synchronise} on both`),
    )
  if (by > noticedOffsetMs) return statusCheck('clock', 'warning', apart, askHost(synchronise))
  return statusCheck('clock', 'ok', 'The clock of this server is right.')
}

/** Why a load balancer must not send writes to this node: one line per reason, with nothing that helps an attacker. */
export function whyNotReady(facts: NodeFacts): string[] {
  const { database, disks, storage, ballotKeys, clock, jobsIdleMs } = facts
  const isFull = disks !== 'unknown' && disks.some((space) => diskState(space) === 'wrong')
  const doesNotOpen = ballotKeys !== 'unknown' && ballotKeys.missing + ballotKeys.wrong > 0
  return [
    database === 'no reply' && notReadyText.database,
    (database === 'standby' || database === 'read-only') && notReadyText.readOnly,
    database === 'two primaries' && notReadyText.twoPrimaries,
    database === 'refuses writes' && notReadyText.writes,
    isFull && notReadyText.disk,
    storage !== 'writable' && notReadyText.files,
    doesNotOpen && notReadyText.ballotKeys,
    ballotKeys === 'unknown' && database !== 'no reply' && notReadyText.ballotKeysUnknown,
    clock.problem !== null && notReadyText[clock.problem === 'behind' ? 'behind' : 'clock'],
    jobsIdleMs !== null && jobsIdleMs > longestIdleMs && notReadyText.jobs,
  ].filter((line) => line !== false)
}

/** Why this node cannot even show pages. A read-only database is enough for pages. */
export function whyCannotRead({ database }: Pick<NodeFacts, 'database'>): string[] {
  return database === 'no reply' ? [notReadyText.database] : []
}
