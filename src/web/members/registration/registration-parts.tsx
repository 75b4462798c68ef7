import { useState, type ReactNode } from 'react'
import { whyDoubtBirthday } from '#shared/members/birthday.ts'
import type { MemberFileKind } from '#shared/members/files.ts'
import { fileTexts } from '#shared/members/registration/correctable.ts'
import { asksForPayment } from '#shared/members/registration/payment.ts'
import { dayInManila } from '#shared/time.ts'
import { useSite, type Site } from '#web/api/site.ts'
import { CheckField, useFormAround } from '#web/components/fields.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { WhereToPay } from '#web/layout/wallet-account.tsx'
import { MemberPictureField } from '#web/members/member-picture.tsx'
import { RankOptions } from '#web/members/rank-options.tsx'
import { sendRegistrationFile } from './api.ts'
import { AddressField, BirthdayField, Doubt, LineField, MeasureField, ChoiceField, StatusTree } from './fields.tsx'
import { isComplete, useAnswers, type PartName } from './form-values.ts'

/** The six parts of the form, in the order of the screen. */

const relationships = ['Spouse', 'Parent', 'Child', 'Brother', 'Sister', 'Partner', 'Relative', 'Friend']

export function GeneralPart() {
  return (
    <Part name="general" number={1} title="General Information">
      <Picture kind="profilePicture">{(preview) => <CardPreview photo={preview} />}</Picture>
      <div className="field-row">
        <LineField name="firstName" autoComplete="given-name" />
        <LineField name="middleName" autoComplete="additional-name" />
        <LineField name="lastName" autoComplete="family-name" />
        <LineField name="suffix" autoComplete="honorific-suffix" />
      </div>
      <div className="field-row">
        <LineField name="unitAssignment" autoComplete="off" />
        <LineField name="unitAddress" autoComplete="off" />
        <ChoiceField name="region" />
      </div>
    </Part>
  )
}

export function PersonalPart() {
  const [today] = useState(() => dayInManila(Date.now()))
  const doubt = whyDoubtBirthday(useAnswers().birthday, today)
  return (
    <Part name="personal" number={2} title="Personal Information">
      <BirthdayField hint={doubt ? <Doubt>{doubt}</Doubt> : undefined} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11em),1fr))] gap-5">
        <MeasureField measure="height" />
        <MeasureField measure="weight" />
        <ChoiceField name="bloodType" />
      </div>
      <CheckField
        name="healthConsent"
        label="My blood type may be printed on my ID card"
        hint="It helps in an emergency. You can change your mind later."
      />
      <div className="field-row">
        <LineField name="philhealthNumber" inputMode="numeric" autoComplete="off" className="self-start" />
        <AddressField autoComplete="street-address" />
        <LineField name="email" autoComplete="email" autoCorrect="off" spellCheck={false} />
        <LineField name="cellphoneNumber" autoComplete="tel" />
      </div>
    </Part>
  )
}

export function ContactPart() {
  return (
    <Part name="contact" number={3} title="Contact Person">
      <p className="text-muted">Who should we call in an emergency? Please ask them first.</p>
      <div className="field-row">
        <LineField name="contactPersonFirstName" autoComplete="off" />
        <LineField name="contactPersonMiddleName" autoComplete="off" />
        <LineField name="contactPersonLastName" autoComplete="off" />
        <LineField name="contactPersonNumber" autoComplete="off" />
        <LineField name="contactPersonEmail" autoComplete="off" />
        <LineField name="contactPersonRelationship" list="relationships" autoComplete="off" />
      </div>
      <datalist id="relationships">
        {relationships.map((relationship) => (
          <option key={relationship}>{relationship}</option>
        ))}
      </datalist>
    </Part>
  )
}

export function ServicePart() {
  const { ms } = useAnswers()
  return (
    <Part name="service" number={4} title="Military Service">
      <div className="field-row">
        <LineField name="militarySerial" autoComplete="off" />
        <ChoiceField name="ms" />
        <LineField name="rank" autoComplete="off" list="ranks" />
      </div>
      <RankOptions id="ranks" service={ms} />
      <StatusTree />
    </Part>
  )
}

export function PhotoPart() {
  return (
    <Part name="photo" number={5} title="Photo Upload">
      <Picture kind="photoUpload" />
    </Part>
  )
}

export function DocumentsPart() {
  const site = useSite()
  return (
    <Part name="documents" number={6} title="Required Documents">
      <Picture kind="commissionDocument" />
      {asksForPayment(site) && <Payment site={site} />}
      <Picture kind="signature" />
    </Part>
  )
}

function Payment({ site }: { site: Site }) {
  return (
    <div className="grid gap-5 lg:grid-cols-[1fr_20rem]">
      <div className="grid content-start gap-5">
        <Picture kind="paymentProof" />
        <LineField name="paymentReference" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </div>
      <div className="order-first min-w-0 self-start rounded-card bg-olive-soft p-5 text-olive lg:order-none lg:mt-8">
        <p className="eyebrow">To pay</p>
        <p className="display mt-1 text-4xl tabular-nums">{site.registrationFee} pesos</p>
        <WhereToPay site={site} />
        {site.duesToCome && <p className="mt-3">{site.duesToCome}</p>}
      </div>
    </div>
  )
}

interface PictureProps {
  kind: MemberFileKind
  children?: (preview: string | null) => ReactNode
}

const Picture = (props: PictureProps) => (
  <MemberPictureField
    {...props}
    label={fileTexts[props.kind].name}
    hint={fileTexts[props.kind].hint}
    upload={sendRegistrationFile}
  />
)

interface PartProps {
  name: PartName
  number: number
  title: string
  children: ReactNode
}

/** A numbered part of the form. Its number becomes a tick when everything is there. */
function Part({ name, number, title, children }: PartProps) {
  const asksPayment = asksForPayment(useSite())
  const done = isComplete(name, useAnswers(), asksPayment, useFormAround()?.problems ?? {})
  return (
    <section aria-labelledby={`part-${name}`} className="card p-5 md:p-8">
      <h2 id={`part-${name}`} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-3xl">
        <span
          aria-hidden="true"
          className={`grid size-12 flex-none place-items-center number-in-circle rounded-full text-white ${done ? 'bg-green' : 'bg-navy'}`}
        >
          {done ? <CheckIcon className="size-6" /> : number}
        </span>
        <span className="min-w-0">
          {title}
          {done && <span className="sr-only"> (complete)</span>}
        </span>
      </h2>
      <div className="mt-6 grid gap-5">{children}</div>
    </section>
  )
}

const previewText = {
  title: 'Your ID card will look like this',
  label: 'Preview of your ID card',
  onApproval: 'on approval',
  firstName: 'First name',
  lastName: 'Last name',
} as const

/**
 * The front of the card with the form's present content, or an empty frame. Everything is relative to its width, as on the real
 * one.
 */
function CardPreview({ photo }: { photo: string | null }) {
  const { shortName, name } = useSite()
  const answers = useAnswers()
  const joined = (...parts: string[]) => parts.filter(Boolean).join(' ').toUpperCase()
  const firstNames = joined(answers.firstName, answers.middleName ?? '')
  const surname = joined(answers.lastName, answers.suffix ?? '')
  const rank = answers.rank.toUpperCase()
  return (
    <figure className="mt-1 w-full max-w-88">
      <figcaption className="mb-2 font-semibold">{previewText.title}</figcaption>
      {photo === null ? (
        <div className="aspect-[1011/638] rounded-card border border-edge bg-paper" />
      ) : (
        <div
          role="img"
          aria-label={[previewText.label, firstNames, surname, rank].filter(Boolean).join(', ')}
          className="@container overflow-hidden rounded-card border border-edge bg-paper shadow-card"
        >
          <div className="flex aspect-[1011/638] flex-col text-[4cqw] leading-tight">
            <div className="flex h-[24%] flex-none flex-col justify-center border-b-[0.7cqw] border-gold bg-navy px-[5cqw] text-white">
              <p className="display truncate text-[6.5cqw]">{shortName}</p>
              <p className="line-clamp-2 text-[2.8cqw]">{name}</p>
            </div>
            <div className="flex min-h-0 flex-1 gap-[4cqw] px-[5cqw] py-[3cqw]">
              <img src={photo} alt="" className="aspect-square h-full flex-none rounded-[1cqw] object-cover" />
              <div className="flex min-w-0 flex-1 flex-col justify-between">
                <div>
                  <p className="line-clamp-2 break-words">{firstNames || previewText.firstName}</p>
                  <p className="display line-clamp-2 text-[6cqw] break-words text-navy">
                    {surname || previewText.lastName}
                  </p>
                </div>
                <p className="border-t-[0.4cqw] border-gold pt-[1.5cqw]">
                  <span className="block text-[2.6cqw] text-muted">RANK</span>
                  <strong className="block truncate">{rank || '–'}</strong>
                </p>
              </div>
            </div>
            <div className="flex h-[13.5%] flex-none items-center justify-between bg-olive px-[5cqw] text-white">
              <strong className="text-[3.4cqw] tracking-widest">MEMBER</strong>
              <span className="text-[3.2cqw]">ID NUMBER {previewText.onApproval}</span>
            </div>
          </div>
        </div>
      )}
    </figure>
  )
}
