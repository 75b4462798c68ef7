import type { MemberFileKind } from '#shared/members/files.ts'
import { memberFields, recordSections, shortLabel, type MemberField } from '#shared/members/member-fields.ts'
import { heldFileName } from '#shared/members/privacy/privacy.ts'
import { isChangeText, changeName, changeText } from '#shared/members/profile/changes.ts'
import { movedBefore } from '#shared/objects.ts'
import { FileIcon, OutsideIcon } from '#web/components/icons.tsx'
import { Address, phoneHref } from '#web/layout/contact-ways.tsx'
import type { Member } from '#web/members/api.ts'
import { factsIn, isFact, showFact, showField } from '#web/members/record-facts.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { AskedChange, type ChangeRequests } from './changes.tsx'
import { profileParts, profileText } from './text.ts'

/** The whole record, how to reach the member first. Members see their own in parts, so that they can request changes to each. */
export function MemberFacts({ member, changes }: { member: Member; changes: ChangeRequests | null }) {
  // Every member has a birthday; a viewer does not get it.
  const personal = factsIn('personal').filter((name) => name !== 'birthday' || member.birthday !== null)
  const payment = member.paymentReference ? factsIn('payment') : []
  const service = movedBefore(factsIn('service'), 'rank', 'ms')
  if (changes)
    return (
      <>
        <p id={profileParts.details.id} className="-mb-3 print:hidden">
          {changeText.howToCorrect}{' '}
          <SiteLink href="/my-data" className="text-link">
            My data
          </SiteLink>
          .
        </p>
        <FactCard {...{ member, changes }} title="Service" facts={service} />
        <FactCard {...{ member, changes }} title="Personal information" facts={[...ownName, ...personal, ...payment]} />
        <FactCard {...{ member, changes }} title="Contact person" facts={recordSections.contact} />
      </>
    )
  return (
    <>
      <FactCard
        id={profileParts.details.id}
        member={member}
        title="Personal information"
        facts={[...personal, ...payment]}
      />
      <FactCard member={member} title="Service" facts={service} />
      <FactCard member={member} title="Contact person" facts={factsIn('contact')} labelOf={shortLabel} />
    </>
  )
}

const ownName = ['firstName', 'middleName', 'lastName', 'suffix'] as const

interface FactCardProps {
  id?: string
  member: Member
  title: string
  facts: readonly MemberField[]
  labelOf?: (name: MemberField) => string
  changes?: ChangeRequests
}

function FactCard({ id, member, title, facts, labelOf = (name) => memberFields[name].label, changes }: FactCardProps) {
  const shownOf = (name: MemberField) =>
    changes && isChangeText(name)
      ? member[name] && showField(name, member[name])
      : isFact(name) && showFact(member, name)
  if (!changes && facts.every((name) => !shownOf(name))) return null // an administrator who is not a member
  return (
    <section id={id} className="card break-inside-avoid p-6 md:p-8">
      <h2 className="text-2xl">{title}</h2>
      <dl className="mt-4 grid gap-x-8 sm:grid-cols-2 print:mt-1 print:grid-cols-4! print:leading-tight">
        {facts.map((name) => (
          <div key={name} className="border-t border-line py-3 print:py-1">
            <dt className="text-muted">{labelOf(name)}</dt>
            <dd className="min-w-0 font-semibold break-words">
              <span className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="min-w-0 break-words">
                  <FactText member={member} name={name} text={shownOf(name) || ''} linked={!changes} />
                  {!shownOf(name) && <span className="font-normal text-muted">Not given</span>}
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

/** Whoever looks a member up writes or calls with one tap. */
function FactText({ member, name, text, linked }: FactTextProps) {
  const shown = <Address text={text} />
  const href = linked && text && hrefOf(member, name)
  return href ? (
    <a href={href} className="tap-link -my-2.5">
      <span className="min-w-0 break-words">{shown}</span>
    </a>
  ) : (
    shown
  )
}

interface FactTextProps {
  member: Member
  name: MemberField
  text: string
  linked: boolean
}

function hrefOf(member: Member, name: MemberField): string | null {
  if (name === 'email' || name === 'contactPersonEmail') return `mailto:${member[name]}`
  return name === 'cellphoneNumber' || name === 'contactPersonNumber' ? phoneHref(member[name] ?? '') : null
}

const documents = ['commissionDocument', 'paymentProof', 'signature'] as const

/** The documents, for the member they belong to and for administrators. */
export function MemberDocuments({ member, changes }: { member: Member; changes: ChangeRequests | null }) {
  return (
    <section aria-labelledby={profileParts.documents.id} className="card p-6 md:p-8">
      <h2 id={profileParts.documents.id} className="text-2xl">
        {profileParts.documents.label}
      </h2>
      <ul className="mt-4 grid">
        {documents.map((kind) => (
          <li key={kind} className="border-t border-line">
            <Paper {...{ kind, changes }} id={member[kind]} />
          </li>
        ))}
        {(member.photoUpload || changes) && (
          <li className="border-t border-line">
            <Paper kind="photoUpload" changes={changes} id={member.photoUpload} />
          </li>
        )}
      </ul>
    </section>
  )
}

interface PaperProps {
  kind: MemberFileKind
  id: string | null
  /** For the member alone: missing documents can be sent, others replaced. */
  changes: ChangeRequests | null
}

function Paper({ kind, id, changes }: PaperProps) {
  const label = heldFileName(kind)
  if (!id)
    return changes ? (
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 py-1">
        <p className="min-w-0 break-words">{changes.openOf(kind) ? label : changeText.missing(changeName(kind))}</p>
        <AskedChange changes={changes} field={kind} label={changeText.sendIt} />
      </div>
    ) : (
      <p className="flex min-h-12 flex-wrap items-center gap-x-2 py-1">
        {label}
        {kind in profileText.missing && (
          <span className="font-semibold text-red">
            {profileText.missing[kind as keyof typeof profileText.missing]}
          </span>
        )}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <a
        href={`/api/files/${id}`}
        target="_blank"
        rel="noreferrer"
        className="beside flex min-h-12 items-center gap-2 sm:gap-3 py-1 font-semibold text-navy-2 hover:underline"
      >
        <FileIcon className="size-5 flex-none text-muted" />
        <span className="min-w-0 flex-1">
          {label}
          <span className="sr-only"> (opens in a new tab)</span>
        </span>
        <OutsideIcon className="size-5 flex-none text-muted" />
      </a>
      {changes && <AskedChange changes={changes} field={kind} />}
    </div>
  )
}
