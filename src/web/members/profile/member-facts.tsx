import { memberFields, shortLabel } from '#shared/members/member-fields.ts'
import { movedBefore } from '#shared/objects.ts'
import type { Member } from '#web/api/members/profile.ts'
import { factsIn, showFact, type Fact } from '#web/members/record-facts.ts'

/** Everything of the record, in its order. */
export function MemberFacts({ member }: { member: Member }) {
  // Every member has a birthday; a viewer is not given it.
  const personal = factsIn('personal').filter((name) => name !== 'birthday' || member.birthday !== null)
  const payment = member.paymentReference ? factsIn('payment') : []
  return (
    <>
      <FactCard member={member} title="Service" facts={movedBefore(factsIn('service'), 'rank', 'ms')} />
      <FactCard member={member} title="Personal information" facts={[...personal, ...payment]} />
      <FactCard member={member} title="Contact person" facts={factsIn('contact')} labelOf={shortLabel} />
    </>
  )
}

interface FactCardProps {
  member: Member
  title: string
  facts: Fact[]
  labelOf?: (name: Fact) => string
}

function FactCard({ member, title, facts, labelOf = (name) => memberFields[name].label }: FactCardProps) {
  if (facts.every((name) => !showFact(member, name))) return null // an administrator who is not a member
  return (
    <section className="card p-6 md:p-8">
      <h2 className="text-2xl">{title}</h2>
      <dl className="mt-4 grid gap-x-8 sm:grid-cols-2">
        {facts.map((name) => (
          <div key={name} className="border-t border-line py-3">
            <dt className="text-muted">{labelOf(name)}</dt>
            <dd className="min-w-0 font-semibold break-words">
              {showFact(member, name) || <span className="font-normal text-muted">Not given</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
