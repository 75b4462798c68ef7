import type { Service } from '#shared/members/enums.ts'
import type { Member } from '#web/api/members/profile.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { memberName } from '#web/members/member-name.ts'

export function MemberHeading({ member }: { member: Member }) {
  const { rank, ms, region, idNumber, militarySerial, approved, profilePicture, withdrawnAt } = member
  return (
    <section className="bg-navy text-white">
      <div className="wrap flex flex-wrap items-center gap-5 py-8 md:py-10">
        <Avatar
          name={`${member.firstName} ${member.lastName}`}
          photo={profilePicture && `/api/files/${profilePicture}`}
          className="size-24 text-3xl md:size-32"
        />
        <div className="min-w-60 flex-1">
          <p className="eyebrow text-gold-2 tabular-nums">
            {idNumber ?? (militarySerial ? 'No ID number yet' : 'Administrator')}
          </p>
          <h1 className="mt-1 text-4xl md:text-5xl">{memberName(member)}</h1>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-lg text-sky">
            {ms && <ServicePill service={ms as Service} />}
            <span>{[rank, region].filter(Boolean).join(' · ')}</span>
            {!approved && <Pill tone="gold">Pending approval</Pill>}
            {withdrawnAt && <Pill tone="red">Membership withdrawn</Pill>}
          </p>
        </div>
      </div>
    </section>
  )
}
