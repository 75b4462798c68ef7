import { buttonClass } from '#web/components/button-class.ts'

/**
 * A plain form: the server leads it to the receipt's own page, with or without scripts. The browser's own elements, for the
 * kit's would weigh more than the rest of this page.
 */
export function ReceiptForm({ tracker }: { tracker?: string }) {
  return (
    <section id="receipt" aria-labelledby="receipt-title" className="scroll-mt-6">
      <h2 id="receipt-title" className="text-3xl">
        Check your receipt
      </h2>
      <form action="/receipt" method="get" className="mt-4 grid gap-1.5">
        <label htmlFor="tracker" className="font-semibold">
          Code
        </label>
        <p id="tracker-hint" className="-mt-1 text-muted">
          The 64 letters and digits under a service on your receipt.
        </p>
        <input
          id="tracker"
          name="tracker"
          aria-describedby="tracker-hint"
          defaultValue={tracker}
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="field-box font-mono"
        />
        <button type="submit" className={`${buttonClass('primary')} mt-2.5 justify-self-start`}>
          Look it up
        </button>
      </form>
    </section>
  )
}
