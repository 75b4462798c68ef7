import { services, type Service } from '#shared/members/enums.ts'
import { ranksByService } from '#web/members/ranks.ts'
import { asksForPayment, paymentText } from '#shared/members/registration/payment.ts'
import { useSite, type Site } from '#web/api/site.ts'
import { WalletAccount } from '#web/layout/wallet-account.tsx'
import { Line, Part, Pick, Picture } from '#web/members/registration/fields.tsx'
import { StatusTree } from '#web/members/registration/status-tree.tsx'

export const serviceNames: Record<Service, string> = {
  PA: 'PA – Army',
  PN: 'PN – Navy and Marines',
  PAF: 'PAF – Air Force',
  TAS: 'TAS – Technical and Administrative Service',
}

export function ServicePart({ service }: { service: string }) {
  const groups = services.flatMap((ms) => (ms === service || !service ? ranksByService[ms] : []))
  return (
    <Part name="service" number={4} title="Military Service">
      <div className="field-row">
        <Line name="militarySerial" autoComplete="off" hint="As on your documents. This is your username." />
        <Pick
          name="ms"
          hint="The branch you serve in"
          choices={services.map((value) => ({ value, label: serviceNames[value] }))}
        />
        <Line name="rank" autoComplete="off" list="ranks" hint="Choose from the list, or type it. For example, CPT" />
      </div>
      <datalist id="ranks">
        {groups.flatMap(({ label, ranks }) =>
          ranks.map((rank) => (
            <option key={`${label} ${rank}`} value={rank}>
              {label}
            </option>
          )),
        )}
      </datalist>
      <StatusTree />
    </Part>
  )
}

export function PhotoPart() {
  return (
    <Part name="photo" number={5} title="Photo Upload">
      <Picture kind="photoUpload" label="Photo" />
    </Part>
  )
}

export function DocumentsPart() {
  const site = useSite()
  return (
    <Part name="documents" number={6} title="Required Documents">
      <Picture kind="commissionDocument" label="Copy of commission document" />
      {asksForPayment(site) ? <Payment site={site} /> : <LaterPayment site={site} />}
      <Picture kind="signature" label="Signature" />
    </Part>
  )
}

function Payment({ site }: { site: Site }) {
  return (
    <div className="grid gap-5 lg:grid-cols-[1fr_20rem]">
      <div className="grid content-start gap-5">
        <Picture kind="paymentProof" label="Proof of payment" />
        <Line
          name="paymentReference"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="As on the receipt"
        />
      </div>
      <div className="order-first min-w-0 self-start rounded-card bg-olive-soft p-5 text-olive lg:order-none lg:mt-8">
        <p className="eyebrow">To pay</p>
        <p className="display mt-1 text-4xl tabular-nums">{site.registrationFee} pesos</p>
        <p className="mt-1">for ID card printing, sent to our mobile wallet account:</p>
        <WalletAccount site={site} />
      </div>
    </div>
  )
}

/** Where nobody can be told yet where to pay, nothing is to be paid yet. */
function LaterPayment({ site: { registrationFee } }: { site: Site }) {
  if (registrationFee === 0) return null
  return <p className="rounded-card bg-olive-soft p-5 text-olive">{paymentText.later(registrationFee)}</p>
}
