import { lazy, Suspense, useEffect, useState } from 'react'
import { useSite } from '#web/api/site.ts'
import { howTitle } from '#web/elections/text.ts'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { hasHandedOver, hasKeptReceipt } from './ballot-storage.ts'
import { CodeForm, receiptPageText } from './code-form.tsx'

/** Everything that reads, hashes and verifies is loaded with the first receipt: the page itself stays small. */
const ReceiptDesk = lazy(async () => ({
  default: (await import('./receipt-desk.tsx')).ReceiptDesk,
}))

/** Whether a vote was counted, checked on this device. */
export function ReceiptScreen() {
  const { shortName } = useSite()
  const [typed, setTyped] = useState<string | null>(null)
  const brought = useBrought()
  const heading = <h1 className="text-4xl sm:text-5xl">Check your receipt</h1>
  return (
    <div className="wrap grid max-w-2xl grid-cols-1 gap-10 py-6 md:py-12">
      <PageHead title={`Check your receipt – ${shortName}`} />
      {brought || typed !== null ? (
        <Suspense fallback={heading}>
          <ReceiptDesk typed={typed} />
        </Suspense>
      ) : (
        <>
          <div className="grid gap-3">
            {heading}
            <p className="text-lg">{receiptPageText.what}</p>
          </div>
          <noscript>
            <p className="text-lg">{receiptPageText.needsScripts}</p>
          </noscript>
          <CodeForm fault={null} onCode={setTyped} />
        </>
      )}
      <p className="border-t border-line pt-5 text-muted">
        {receiptPageText.private}{' '}
        <SiteLink href="/how-votes-are-counted" className="text-link">
          {howTitle}
        </SiteLink>
      </p>
    </div>
  )
}

/** Whether there is a receipt: in the address, from the previous page, or on this device. */
function useBrought(): boolean {
  const [brought, setBrought] = useState(false)
  useEffect(() => {
    const look = () =>
      setBrought((before) => before || window.location.hash.length > 1 || hasHandedOver() || hasKeptReceipt())
    look()
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [])
  return brought
}
