import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { alikeText, type AlikeRecord } from '#shared/members/approval/alike.ts'
import type { Concern } from '#shared/members/listing/listing.ts'
import { showInstant } from '#shared/time.ts'
import { alikeQuery } from '#web/api/members/approval.ts'
import { useApi } from '#web/api/client.ts'
import type { Member } from '#web/api/members/profile.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { Failed } from '#web/components/failed.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showPlainDate } from '#web/components/show-plain-date.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { memberName } from '#web/members/member-name.ts'

const aboutOthers: readonly Concern[] = [
  'serial-alike',
  'person-alike',
  'person-rejected',
  'payment-reference-seen',
  'payment-picture-seen',
]

/** Whether there is somebody to compare the application with. */
export const isCompared = (concerns: readonly Concern[]): boolean =>
  concerns.some((concern) => aboutOthers.includes(concern))

/** The application beside the record it looks like, so that nobody has to search for the other one. */
export function Compare({ member, concerns }: { member: Member; concerns: readonly Concern[] }) {
  const wanted = isCompared(concerns)
  const alike = useQuery({ ...alikeQuery(useApi(), member.id), enabled: wanted })
  if (!wanted) return null
  if (alike.isError && !alike.data)
    return <Failed title={alikeText.failed} error={alike.error} onRetry={() => void alike.refetch()} />
  if (!alike.data) return <Skeleton className="mt-4 h-32 w-full" />
  const { records, rejectedAt } = alike.data
  return (
    <section aria-label={alikeText.title} className="mt-4 grid gap-4">
      {rejectedAt !== null && (
        <Notice tone="warning">{alikeText.rejected(showInstant(rejectedAt).split(', ')[0] ?? '')}</Notice>
      )}
      {records.map((record) => (
        <div key={record.id} className="card p-3">
          <p className="font-semibold text-red">{record.same.map((what) => alikeText.same[what]).join(' · ')}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Side {...ownSide(member)} title={alikeText.thisOne} />
            <Side {...sideOf(record)} title={record.idNumber ?? alikeText.standings[record.standing]}>
              <a
                href={`/member/${record.id}`}
                target="_blank"
                rel="noreferrer"
                className="text-link inline-flex min-h-11 items-center"
              >
                {alikeText.open}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            </Side>
          </div>
        </div>
      ))}
    </section>
  )
}

interface SideFacts {
  name: string
  serial: string | null
  birthday: string | null
  picture: string | null
  standing: string
}

const ownSide = (member: Member): SideFacts => ({
  name: memberName(member),
  serial: member.militarySerial,
  birthday: member.birthday,
  picture: member.profilePicture,
  standing: alikeText.standings.waiting,
})

const sideOf = ({ name, militarySerial, birthday, picture, standing }: AlikeRecord): SideFacts => ({
  name,
  serial: militarySerial,
  birthday,
  picture,
  standing: alikeText.standings[standing],
})

function Side({
  title,
  name,
  serial,
  birthday,
  picture,
  standing,
  children,
}: SideFacts & { title: string; children?: ReactNode }) {
  const facts = [
    [alikeText.serial, serial ?? ''],
    [alikeText.birthday, birthday ? showPlainDate(birthday) : ''],
    [alikeText.standing, standing],
  ] as const
  return (
    // As wide as their longest word at least, whatever the size of the letters; beside one another where both fit.
    <div className="max-w-full min-w-0 flex-[1_1_min-content]">
      <p className="eyebrow text-gold-ink">{title}</p>
      <Avatar name={name} photo={picture && `/api/files/${picture}`} className="mt-2 size-16 text-xl" />
      <p className="mt-2 text-[0.9375rem] font-semibold break-words">{name}</p>
      <dl className="mt-1 grid gap-1">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-[0.9375rem] text-muted">{label}</dt>
            <dd className="font-semibold break-words tabular-nums">{value || '–'}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  )
}
