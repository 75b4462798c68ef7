import { showPhone } from '#shared/members/phone.ts'
import type { Member } from '#web/api/members/profile.ts'
import { showPlainDate } from '#web/components/show-plain-date.ts'
import { memberName } from '#web/members/member-name.ts'
import { statusText } from '#web/members/status-text.ts'

type Fact = [label: string, value: string | null]

/** Everything the applicant has told us, in the order of the form. */
export function ApplicantFacts({ member }: { member: Member }) {
  const contact = memberName({
    firstName: member.contactPersonFirstName,
    middleName: member.contactPersonMiddleName,
    lastName: member.contactPersonLastName,
    suffix: null,
  })
  return (
    <>
      <Facts
        title="Service"
        facts={[
          ['Serial', member.militarySerial],
          ['Rank', [member.rank, member.ms].filter(Boolean).join(', ')],
          ['Status', statusText(member)],
          ['Unit', member.unitAssignment],
          ['Unit address', member.unitAddress],
          ['Region', member.region],
        ]}
      />
      <Facts title="Payment" facts={[['Reference', member.paymentReference]]} />
      <Facts
        title="Person"
        facts={[
          ['Birthday', member.birthday && showPlainDate(member.birthday)],
          ['Email', member.email],
          ['Cellphone', member.cellphoneNumber && showPhone(member.cellphoneNumber)],
          ['Address', member.personnelAddress],
          ['Height, weight', [member.height, member.weight].filter(Boolean).join(', ')],
          ['Blood type', member.bloodType],
          ['PhilHealth', member.philhealthNumber],
        ]}
      />
      <Facts
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

function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <section className="mt-5">
      <h3 className="eyebrow text-gold-ink">{title}</h3>
      <dl className="mt-1 grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3">
        {facts.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid border-t border-line py-1.5">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold wrap-anywhere tabular-nums">
              {value || <span className="font-normal text-muted">Not given</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
