import type { ReactNode } from 'react'
import { seeApplication } from '#shared/members/registration/joining-text.ts'
import { asksForPayment, paymentText, toPrepare } from '#shared/members/registration/payment.ts'
import type { Site } from '#web/api/site.ts'
import { InfoIcon } from '#web/components/icons.tsx'
import { WalletAccount } from '#web/layout/wallet-account.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** The info bubble that explains how to register. */
export function RegistrationSteps({ site }: { site: Site }) {
  return (
    <section
      id="how-to-register"
      aria-labelledby="how-to-register-title"
      className="wrap grid gap-8 py-16 md:py-24 lg:grid-cols-[1fr_1.35fr] lg:gap-16"
    >
      <div>
        <p className="eyebrow text-gold-ink">Membership</p>
        <h2 id="how-to-register-title" className="mt-3 text-4xl md:text-5xl">
          How to register
        </h2>
        <p className="mt-4 max-w-[48ch] text-lg text-muted">{toPrepare(site)}</p>
        <p className="mt-6 flex max-w-[48ch] gap-3 rounded-card bg-olive-soft p-4 text-olive">
          <InfoIcon className="mt-0.5 size-5 flex-none" />
          <span>After approval, your username is your military serial number and your password is your birthday.</span>
        </p>
      </div>
      <ol className="relative card p-6 md:p-8 lg:before:absolute lg:before:top-16 lg:before:-left-2.5 lg:before:size-5 lg:before:rotate-45 lg:before:border-b lg:before:border-l lg:before:border-line lg:before:bg-card">
        <Step number={1} title="Click Join Us">
          and accept the privacy notice.
        </Step>
        <Step number={2} title="Fill in the form">
          with your personal, contact and military details.
        </Step>
        {asksForPayment(site) ? (
          <Step number={3} title="Attach your proof of payment" more={<WalletAccount site={site} />}>
            of <strong>{site.registrationFee} pesos</strong> for ID card printing, sent to our mobile wallet account:
          </Step>
        ) : (
          <Step number={3} title="Attach your documents">
            {site.registrationFee > 0 && paymentText.later(site.registrationFee)}
          </Step>
        )}
        <Step
          number={4}
          title="Wait for approval"
          last
          more={
            <SiteLink href="/application" className="text-link inline-flex min-h-11 items-center wrap-anywhere">
              {seeApplication}
            </SiteLink>
          }
        >
          An administrator checks your documents. Then you can log in.
        </Step>
      </ol>
    </section>
  )
}

function Step({
  number,
  title,
  children,
  more,
  last,
}: {
  number: number
  title: string
  children: ReactNode
  /** Below the sentence. */
  more?: ReactNode
  last?: boolean
}) {
  return (
    <li className="grid grid-cols-[--spacing(12)_minmax(0,1fr)] gap-x-4">
      <span className="flex flex-col items-center" aria-hidden="true">
        <span className="display grid size-12 place-items-center rounded-full bg-navy text-2xl text-white">
          {number}
        </span>
        {!last && <span className="my-1.5 w-0.5 flex-1 bg-line" />}
      </span>
      <div className={last ? 'min-w-0 pt-1.5' : 'min-w-0 pt-1.5 pb-7'}>
        <h3 className="text-2xl">{title}</h3>
        <p className="mt-1">{children}</p>
        {more}
      </div>
    </li>
  )
}
