import { shortLabel } from '#shared/members/member-fields.ts'
import { whyDoubtPhone } from '#shared/members/phone.ts'
import type { Member } from '#web/api/members/profile.ts'
import { factsIn, showFact, type Fact } from '#web/members/record-facts.ts'

/** Everything the applicant has told us, in little room: some of it stands together in one line. */
export function ApplicantFacts({ member }: { member: Member }) {
  return (
    <>
      <Facts title="Service" member={member} facts={factsIn('service').filter((name) => name !== 'ms')} />
      <Facts title="Payment" member={member} facts={factsIn('payment')} />
      <Facts title="Person" member={member} facts={factsIn('personal').filter((name) => name !== 'weight')} />
      <Facts title="Contact person" member={member} facts={factsIn('contact')} />
    </>
  )
}

const doubtOf = (member: Member, name: Fact) =>
  name === 'cellphoneNumber' || name === 'contactPersonNumber' ? whyDoubtPhone(member[name] ?? '') : null

function lineOf(member: Member, name: Fact): [label: string, value: string | null] {
  if (name === 'rank') return [shortLabel(name), [member.rank, member.ms].filter(Boolean).join(', ')]
  if (name === 'height') return ['Height, weight', [member.height, member.weight].filter(Boolean).join(', ')]
  return [shortLabel(name), showFact(member, name)]
}

function Facts({ title, member, facts }: { title: string; member: Member; facts: Fact[] }) {
  return (
    <section className="mt-5">
      <h3 className="eyebrow text-gold-ink">{title}</h3>
      <dl className="mt-1 grid sm:grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3">
        {facts
          .map((name) => [...lineOf(member, name), doubtOf(member, name)] as const)
          .map(([label, value, doubt]) => (
            <div key={label} className="col-span-full grid border-t sm:grid-cols-subgrid border-line py-1.5">
              <dt className="text-muted">{label}</dt>
              <dd className="font-semibold wrap-anywhere tabular-nums">
                {value || <span className="font-normal text-muted">Not given</span>}
                {doubt && <span className="block font-normal text-red">{doubt}</span>}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
