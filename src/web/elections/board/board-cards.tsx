import type { ReactNode } from 'react'
import { compareNames } from '#shared/compare-names.ts'
import { type Board, parseSigned } from '#shared/elections/board/board.ts'
import type {
  CertificateStatement,
  RollCorrection,
  Countersignature,
  FreezeRecord,
  Head,
  Rollback,
  Witness,
} from '#shared/elections/board/statements.ts'
import { showNumber, showCount, inGroups } from '#shared/figures.ts'
import { serviceNames } from '#shared/members/enums.ts'
import { showInstant, showTimeOfDay } from '#shared/time.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { boardText } from './text.ts'

/** The last signed state of the board, who watches it, and which key signed it. */
export function HeadCard({ board, head }: { board: Board; head: Head | null }) {
  return (
    <section aria-labelledby="head-title" className="card break-inside-avoid space-y-4 p-5 md:p-7 print:space-y-2">
      {head && (
        <>
          <h2 id="head-title" className="text-2xl">
            {boardText.state(
              showNumber(head.number),
              showTimeOfDay(Date.parse(head.minute)),
              showCount(head.ballots, 'ballot'),
            )}
          </h2>
          {head.closed && <p>{boardText.closed}</p>}
          <p>{boardText.head}</p>
          <details>
            <summary className="tap-link">Details</summary>
            <dl className="grid gap-2">
              <Fact label="Time">{showInstant(Date.parse(head.minute))}</Fact>
              <Fact label="Entries">{showNumber(head.size)}</Fact>
            </dl>
            <p className="mt-2 text-muted">Fingerprint of all votes together (root)</p>
            <p className="font-mono break-words">{inGroups(head.root)}</p>
          </details>
          <Witnesses
            witnesses={board.witnesses.map((signed) => parseSigned<Witness>(signed))}
            isOver={board.certificate !== null || board.stage === 'cancelled'}
          />
        </>
      )}
      <h2 id={head ? undefined : 'head-title'} className="text-2xl">
        {boardText.keyTitle}
      </h2>
      <p>{boardText.key}</p>
      <p>
        <span className="block text-muted">Fingerprint</span>
        <span className="font-mono break-words">{inGroups(board.fingerprint)}</span>
      </p>
      <Certificate board={board} />
    </section>
  )
}

/** By name: how many browsers somebody uses does not matter. */
function Witnesses({ witnesses, isOver }: { witnesses: readonly Witness[]; isOver: boolean }) {
  const people = [...new Set(witnesses.map(({ name, role }) => `${name} (${role})`))]
  return (
    <>
      <h2 className="text-2xl">{boardText.witnessesTitle}</h2>
      <p>{people.length > 0 ? boardText.witnesses : isOver ? boardText.hadNoWitnesses : boardText.noWitnesses}</p>
      {people.length > 0 && (
        <ul className="grid gap-1 font-semibold">
          {people.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function Certificate({ board: { certificate, countersignatures } }: { board: Board }) {
  if (!certificate) return null
  const { verifier } = parseSigned<CertificateStatement>(certificate)
  return (
    <>
      <h2 className="text-2xl">{boardText.certificateTitle}</h2>
      <p>{boardText.certificate}</p>
      {countersignatures.length > 0 && (
        <dl className="grid gap-2">
          {countersignatures.map((signed) => {
            const { by, role } = parseSigned<Countersignature>(signed)
            return (
              <Fact key={signed.signature} label="Also signed by">
                {by} ({role})
              </Fact>
            )
          })}
        </dl>
      )}
      <details>
        <summary className="tap-link">Details</summary>
        <p className="text-muted">{boardText.verifierHash}</p>
        <p className="font-mono break-words">{inGroups(verifier)}</p>
      </details>
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-3">
    <dt className="min-w-24 flex-none text-muted">{label}</dt>
    <dd className="min-w-0 font-semibold">{children}</dd>
  </div>
)

/** What was signed before the first vote, in readable form. */
export function FreezeRecordCard({ board }: { board: Board }) {
  if (!board.record)
    return (
      <section aria-labelledby="record" className="card p-5 md:p-7">
        <h2 id="record" className="text-2xl">
          {boardText.noRecordTitle}
        </h2>
        <p className="mt-2 text-lg">{boardText.noRecord}</p>
      </section>
    )
  const record = parseSigned<FreezeRecord>(board.record)
  return (
    <section aria-labelledby="record" className="card space-y-6 p-5 md:p-7 print:space-y-3">
      <div>
        <h2 id="record" className="text-2xl">
          {boardText.recordTitle}
        </h2>
        <p className="mt-1 text-muted">{boardText.record(showTime(record.frozenAt), showTime(record.rollFrozenAt))}</p>
        {record.rollback && (
          <p className="mt-2 break-words">
            {boardText.anew(showTime(record.rollback.at), record.rollback.by, record.rollback.reason)}
          </p>
        )}
      </div>
      <Candidates record={record} />
      <Roll record={record} />
      <Corrections corrections={board.corrections.map((signed) => parseSigned<RollCorrection | Rollback>(signed))} />
    </section>
  )
}

const showTime = (time: string) => showInstant(Date.parse(time))

function Candidates({ record: { seats, nominees } }: { record: FreezeRecord }) {
  return (
    <div>
      <h3 id="candidates" className="text-xl">
        Seats and candidates
      </h3>
      <p className="mt-1">
        Members can read about the candidates on the page{' '}
        <SiteLink href="/nominate" className="text-link">
          Nominees
        </SiteLink>
        .
      </p>
      <ByService seats={seats} people={nominees.toSorted((a, b) => compareNames(a.name, b.name))} />
    </div>
  )
}

/** What every candidate got, most votes first, as certified. */
export function VotesCard({ board: { certificate } }: { board: Board }) {
  if (!certificate) return null
  const { seats, standings } = parseSigned<CertificateStatement>(certificate)
  return (
    <section aria-labelledby="votes-title" className="card break-inside-avoid p-5 md:p-7">
      <h2 id="votes-title" className="text-2xl">
        {boardText.votesTitle}
      </h2>
      <ByService
        seats={seats}
        people={standings
          .map(({ nomineeId, ...one }) => ({ ...one, id: nomineeId }))
          .toSorted((a, b) => b.votes - a.votes || compareNames(a.name, b.name))}
      />
    </section>
  )
}

interface ByServiceProps {
  seats: FreezeRecord['seats']
  people: readonly (Pick<FreezeRecord['nominees'][number], 'id' | 'service' | 'rank' | 'name' | 'region'> & {
    votes?: number
  })[]
}

function ByService({ seats, people }: ByServiceProps) {
  const services = [...new Set(seats.map(({ service }) => service))]
  return (
    // On paper no grid: Chrome prints what it pushes to the next page over what follows.
    <ul className="mt-2 grid gap-x-8 gap-y-5 sm:grid-cols-2 print:block print:columns-2 print:text-sm">
      {services.map((service) => (
        <li key={service} className="break-inside-avoid print:pb-3">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="display tracking-wider">{serviceNames[service]}</span>
            <span className="text-muted">
              {showCount(seats.filter((one) => one.service === service).length, 'seat')}
            </span>
          </p>
          <ul className="mt-1.5">
            {people
              .filter((one) => one.service === service)
              .map((one) => (
                <li key={one.id} className="flex flex-wrap justify-between gap-x-4 py-0.5">
                  <span className="min-w-0 flex-[1_1_10em]">
                    <span className="text-muted">{one.rank}</span> {one.name}{' '}
                    <span className="text-muted">({one.region})</span>
                  </span>
                  {one.votes !== undefined && (
                    <span className="ml-auto flex-none font-semibold tabular-nums">{showCount(one.votes, 'vote')}</span>
                  )}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Roll({ record: { roll, rules } }: { record: FreezeRecord }) {
  return (
    <div>
      <h3 className="text-xl">Roll</h3>
      <p className="mt-1">
        {showCount(roll.size, 'member')} may vote.{rules.goodStandingOnly && ` ${boardText.goodStanding}`}
      </p>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-2">
        {Object.entries(roll.byRegion)
          .filter(([, people]) => people > 0)
          .map(([region, people]) => (
            <div key={region} className="flex gap-2">
              <dt className="text-muted">{region}</dt>
              <dd className="font-semibold tabular-nums">{showNumber(people)}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}

function Corrections({ corrections }: { corrections: readonly (RollCorrection | Rollback)[] }) {
  return (
    <div>
      <h3 className="text-xl">{boardText.correctionsTitle}</h3>
      <p className="mt-1 text-muted">{corrections.length === 0 ? boardText.noCorrections : boardText.corrections}</p>
      <ol className="divide-y divide-line">
        {corrections.map((one) => (
          <li key={one.number} className="py-3">
            <p className="font-semibold">
              {one.number}. {one.reason}
            </p>
            <p className="text-muted">
              {showTime(one.at)}, {one.by}.{' '}
              {one.type === 'rollback/1' ? boardText.rollback(showNumber(one.after)) : whatChanged(one)}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

const whatChanged = ({ added, struck, changes }: RollCorrection): string =>
  [
    added.length > 0 ? `${showCount(added.length, 'voter')} added to the roll.` : null,
    struck.length > 0 ? `${showCount(struck.length, 'voter')} removed from the roll.` : null,
    ...changes.map(({ field, before, after }) => `${wordsOf(field)}: from ${timeOr(before)} to ${timeOr(after)}.`),
  ]
    .filter((part) => part !== null)
    .join(' ')

/** `times.votingCloses` as people read it: voting closes. */
const wordsOf = (field: string) =>
  (field.split('.').at(-1) ?? '').replaceAll(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`)

const timeOr = (value: string) => (Number.isNaN(Date.parse(value)) ? value : showInstant(Date.parse(value)))
