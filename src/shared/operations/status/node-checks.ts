import type { Verdict } from '#shared/check.ts'
import { showBytes } from '#shared/figures.ts'
import { minuteMs, showInstant, type Instant } from '#shared/time.ts'
import type { TimeDoubt } from './seen-time.ts'
import { askHost, notReadyText, spanText, statusCheck, type StatusCheck } from './text.ts'

const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3

/** `refuses writes` has a cause that we cannot see from here, such as a full disk of a database server. */
type DatabaseState = 'writable' | 'standby' | 'two primaries' | 'read-only' | 'refuses writes' | 'no reply'

export interface DiskSpace {
  place: 'data folder' | 'database'
  freeBytes: number
  totalBytes: number
}

/** `goesOn`: an administrator can say how, for a backup was restored. `lost`: this server lost what it had seen. */
export interface DifferingElection {
  id: string
  title: string
  reason: string
  way: 'goesOn' | 'lost' | null
}

/** What one node knows about itself and about what it depends on. `unknown`: it could not be found out in time. */
export interface NodeFacts {
  database: DatabaseState
  disks: readonly DiskSpace[] | 'unknown'
  storage: 'writable' | 'fails' | 'no reply'
  /** How many elections' ballots this node cannot open. */
  ballotKeys: { missing: number; wrong: number } | 'unknown'
  /** Elections under way of which the database does not hold what was signed, as far as this node has seen it. */
  elections: readonly DifferingElection[] | 'unknown'
  clock: {
    offsetMs: number | null
    problem: 'differs' | 'jumped' | TimeDoubt | null
    /** What the clock shows, and when the site last ran. */
    doubt?: { why: TimeDoubt; shown: Instant; lastSeen: Instant } | null
  }
  /** Since any background job of this node last began or ended; null where none is run. */
  jobsIdleMs: number | null
}

/** A twentieth of a very large disk is still plenty, so shares count only below so many bytes. */
const disk = {
  wrong: { bytes: 300 * megabyte, share: 0.05, shareBelow: 5 * gigabyte },
  warning: { bytes: 2 * gigabyte, share: 0.15, shareBelow: 20 * gigabyte },
}

export function diskState({ freeBytes, totalBytes }: Omit<DiskSpace, 'place'>): Verdict {
  const isBelow = ({ bytes, share, shareBelow }: (typeof disk)['wrong']) =>
    freeBytes < bytes || (freeBytes < share * totalBytes && freeBytes < shareBelow)
  if (isBelow(disk.wrong)) return 'wrong'
  return isBelow(disk.warning) ? 'warning' : 'ok'
}

/** The jobs of a node that runs come round every few seconds, whatever becomes of them. */
const longestIdleMs = 5 * minuteMs
const noticedOffsetMs = 1_000

/** How the node is, for the status page. Each check stands alone: one that fails hides none of the others. */
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
    askHost('start the database again and look at its log'),
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
    'There are two primaries: two database servers each take what the other lacks. Nothing is saved until one of them is gone.',
    'stop the one that is not to be used, and make it a standby of the other',
  ],
  'refuses writes': [
    'The database replies, but it does not save anything.',
    'look at the log of the database: most often the disk of its server is full',
  ],
}

/** Also looked at alone: where the database does not reply, a full disk is often the cause. */
export function diskCheck({ disks }: Pick<NodeFacts, 'disks'>): StatusCheck {
  const tightest = disks === 'unknown' ? undefined : disks.toSorted((one, other) => one.freeBytes - other.freeBytes)[0]
  if (!tightest)
    return statusCheck(
      'disk',
      'warning',
      'We could not find out how much space is free.',
      askHost('look at the disk of the data folder, which may not reply'),
    )
  const { place, freeBytes, totalBytes } = tightest
  const share = Math.floor((100 * freeBytes) / totalBytes)
  const free = `${showBytes(freeBytes)} of ${showBytes(totalBytes)} (${share} %) are free on the disk of the ${place}.`
  switch (diskState(tightest)) {
    case 'ok':
      return statusCheck('disk', 'ok', free)
    case 'warning': {
      const toDo = askHost('make room or add a larger disk in the next days', whatMayGo)
      return statusCheck('disk', 'warning', `Space is running low: ${free}`, toDo)
    }
    case 'wrong': {
      const toDo = askHost('make room today, or the site stops', whatMayGo)
      const howFull = freeBytes < megabyte ? 'full' : 'nearly full'
      return statusCheck('disk', 'wrong', `The disk is ${howFull}: ${free}`, toDo)
    }
  }
}

const whatMayGo = 'What may be removed is in docs/operations.md, under “The data folder”.'

function filesCheck({ storage }: NodeFacts): StatusCheck {
  switch (storage) {
    case 'writable':
      return statusCheck('files', 'ok', 'Pictures and documents can be stored and opened.')
    case 'fails':
      return statusCheck(
        'files',
        'wrong',
        'Pictures and documents cannot be stored. Nobody can register.',
        askHost('look at the folder “files”, or at the bucket and its access keys'),
      )
    case 'no reply':
      return statusCheck(
        'files',
        'wrong',
        'The place where pictures and documents are kept does not reply. Nobody can register.',
        askHost('look at the disk or the storage service'),
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
    ...askHost('find out who has changed the database by other ways than the site’s'),
  }
}

const jumped =
  'The time of the database jumped. The site continues by the time as it was, and closes no election for now.'

const doubts: Record<TimeDoubt, string> = {
  behind: 'The site has already seen a later time than the clock of the server shows.',
  leapt: 'An election went on while the site was off, or the clock of the server is wrong.',
  'leapt over close': 'Voting closed while the site was off. Close the count?',
}

const ifRight = 'If the time is right, confirm it on the dashboard; what has come due is then done within minutes.'
const untilThen = 'Until then nothing is closed.'

function clockCheck({ clock: { offsetMs, problem, doubt } }: NodeFacts): StatusCheck {
  if (doubt)
    return statusCheck(
      'time',
      'wrong',
      `${problem === 'jumped' ? jumped : doubts[doubt.why]} The clock shows ${showInstant(doubt.shown)}. The site last ran ${showInstant(doubt.lastSeen)}.`,
      {
        whatToDo: `${ifRight} If it is wrong, do not, and tell the person who runs the server. ${untilThen}`,
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

/** Why a balancer must send nobody here who wants to change something: one line each, and nothing that helps an attacker. */
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

/** Why it cannot even show pages. A read-only database is enough for that. */
export function whyCannotRead({ database }: Pick<NodeFacts, 'database'>): string[] {
  return database === 'no reply' ? [notReadyText.database] : []
}
