import { memberFields, recordSections, shortLabel, type MemberField } from '#shared/members/member-fields.ts'
import { isChangeText } from '#shared/members/privacy/changes.ts'
import { movedBefore } from '#shared/objects.ts'
import type { Member } from '#web/members/api.ts'
import { AskedChange } from '#web/members/profile/asked-change.tsx'
import type { Changes } from '#web/members/profile/use-changes.tsx'
import { factsIn, isFact, showFact, showField } from '#web/members/record-facts.ts'

/** Everything of the record, in its order. Members see their own part by part, so that they can ask for each to be changed. */
export function MemberFacts({ member, changes }: { member: Member; changes: Changes | null }) {
  // Every member has a birthday; a viewer is not given it.
  const personal = factsIn('personal').filter((name) => name !== 'birthday' || member.birthday !== null)
  const payment = member.paymentReference ? factsIn('payment') : []
  const service = movedBefore(factsIn('service'), 'rank', 'ms')
  if (changes)
    return (
      <>
        <FactCard {...{ member, changes }} title="Service" facts={service} />
        <FactCard {...{ member, changes }} title="Personal information" facts={[...ownName, ...personal, ...payment]} />
        <FactCard {...{ member, changes }} title="Contact person" facts={recordSections.contact} />
      </>
    )
  return (
    <>
      <FactCard member={member} title="Service" facts={service} />
      <FactCard member={member} title="Personal information" facts={[...personal, ...payment]} />
      <FactCard member={member} title="Contact person" facts={factsIn('contact')} labelOf={shortLabel} />
    </>
  )
}

const ownName = ['firstName', 'middleName', 'lastName', 'suffix'] as const

interface FactCardProps {
  member: Member
  title: string
  facts: readonly MemberField[]
  labelOf?: (name: MemberField) => string
  changes?: Changes
}

function FactCard({ member, title, facts, labelOf = (name) => memberFields[name].label, changes }: FactCardProps) {
  const shownOf = (name: MemberField) =>
    changes && isChangeText(name)
      ? member[name] && showField(name, member[name])
      : isFact(name) && showFact(member, name)
  if (!changes && facts.every((name) => !shownOf(name))) return null // an administrator who is not a member
  return (
    <section className="card p-6 md:p-8">
      <h2 className="text-2xl">{title}</h2>
      <dl className="mt-4 grid gap-x-8 sm:grid-cols-2">
        {facts.map((name) => (
          <div key={name} className="border-t border-line py-3">
            <dt className="text-muted">{labelOf(name)}</dt>
            <dd className="min-w-0 font-semibold break-words">
              <span className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="min-w-0 break-words">
                  {shownOf(name) || <span className="font-normal text-muted">Not given</span>}
                </span>
                {changes && isChangeText(name) && <AskedChange changes={changes} field={name} />}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
