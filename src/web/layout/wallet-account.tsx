import { showPhone } from '#shared/members/phone.ts'
import { paymentText } from '#shared/members/registration/payment.ts'
import type { Site } from '#web/api/site.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { ContactList } from './contact-ways.tsx'

/** The account to pay to, or whom to ask if none is set. */
export function WhereToPay({ site }: { site: Site }) {
  return site.walletAccount ? (
    <>
      <p className="mt-1">{paymentText.to}</p>
      <WalletAccount site={site} />
    </>
  ) : (
    <>
      <p className="mt-1">{paymentText.ask}</p>
      <ContactList />
    </>
  )
}

/** The account number to copy and, on wider screens, a QR code for the phone that pays. */
function WalletAccount({ site: { walletAccount, walletName } }: { site: Site }) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-4">
      <div className="grid min-w-0 justify-items-start gap-2">
        <p>
          <strong className="block text-xl break-words tabular-nums select-all">{showPhone(walletAccount)}</strong>
          {walletName}
        </p>
        <CopyButton text={walletAccount} what="the account number" />
      </div>
      <figure className="hidden w-32 gap-1 text-center sm:grid">
        <img
          src="/api/wallet-code"
          alt={paymentText.code}
          width="128"
          height="128"
          className="aspect-square w-full rounded-field border border-line bg-white"
        />
        <figcaption>{paymentText.scan}</figcaption>
      </figure>
    </div>
  )
}
