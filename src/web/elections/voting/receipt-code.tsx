/** The typed form of a receipt, group by group, as large as it is read from paper. */
export function ReceiptCode({ code }: { code: string }) {
  return (
    <p className="rounded-field bg-paper px-3 py-3 text-center">
      <span className="block text-muted">Code</span>
      <span className="flex flex-wrap justify-center gap-x-1 font-mono text-2xl leading-snug font-semibold">
        {code.split('-').map((group, place, all) => (
          <span key={place}>
            {group}
            {place < all.length - 1 && <span className="font-normal text-muted">-</span>}
          </span>
        ))}
      </span>
    </p>
  )
}
