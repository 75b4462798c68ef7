import { showPhone } from '#shared/members/phone.ts'
import type { Member } from '#web/api/members/profile.ts'
import { showPlainDate } from '#web/components/show-plain-date.ts'
import { memberName } from '#web/members/member-name.ts'
import { statusText } from '#web/members/status-text.ts'

type Fact = [label: string, value: string | number | null | undefined]

/** Everything of the record, in the order of the registration form. */
export function MemberFacts({ member }: { member: Member }) {
  const contact = memberName({
    firstName: member.contactPersonFirstName,
    middleName: member.contactPersonMiddleName,
    lastName: member.contactPersonLastName,
    suffix: null,
  })
  return (
    <>
      <FactCard
        title="Service"
        facts={[
          ['Military serial number', member.militarySerial],
          ['Rank', member.rank],
          ['Military service', member.ms],
          ['Military status', statusText(member)],
          ['Unit assignment', member.unitAssignment],
          ['Unit address', member.unitAddress],
          ['Region', member.region],
        ]}
      />
      <FactCard
        title="Personal information"
        facts={[
          ['Birthday', member.birthday && showPlainDate(member.birthday)],
          ['Email', member.email],
          ['Cellphone number', member.cellphoneNumber && showPhone(member.cellphoneNumber)],
          ['Address', member.personnelAddress],
          ['Height', member.height],
          ['Weight', member.weight],
          ['Blood type', member.bloodType],
          ['PhilHealth number', member.philhealthNumber],
          ...(member.paymentReference ? [['Payment reference', member.paymentReference] satisfies Fact] : []),
        ]}
      />
      <FactCard
        title="Contact person"
        facts={[
          ['Name', contact],
          ['Relationship', member.contactPersonRelationship],
          ['Number', member.contactPersonNumber && showPhone(member.contactPersonNumber)],
          ['Email', member.contactPersonEmail],
        ]}
      />
    </>
  )
}

function FactCard({ title, facts }: { title: string; facts: Fact[] }) {
  if (facts.every(([, value]) => !value)) return null // an administrator who is not a member
  return (
    <section className="card p-6 md:p-8">
      <h2 className="text-2xl">{title}</h2>
      <dl className="mt-4 grid gap-x-8 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="border-t border-line py-3">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 font-semibold break-words">
              {value || <span className="font-normal text-muted">Not given</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
