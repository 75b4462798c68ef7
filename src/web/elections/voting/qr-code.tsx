import { useEffect, useState } from 'react'
import { receiptText } from '#shared/elections/voting/receipt-text.ts'
import { Skeleton } from '#web/components/skeleton.tsx'

/** Room around the squares, which scanners ask for. */
const quiet = 4

type Drawn = { size: number; path: string } | 'failed' | null

/** A QR code as one path, drawn here: what it holds goes nowhere. */
export function QrCode({ text, className }: { text: string; className: string }) {
  const [drawn, setDrawn] = useState<Drawn>(null)
  useEffect(() => {
    let left = false
    void draw(text).then(
      (code) => !left && setDrawn(code),
      () => !left && setDrawn('failed'),
    )
    return () => {
      left = true
    }
  }, [text])
  if (drawn === 'failed') return <p className="text-muted">{receiptText.qrFailed}</p>
  if (!drawn) return <Skeleton className={className} />
  return (
    <svg
      role="img"
      aria-label={receiptText.qrLabel}
      viewBox={`0 0 ${drawn.size} ${drawn.size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={drawn.path} fill="#000" />
    </svg>
  )
}

async function draw(text: string): Promise<Drawn> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`
  return { size: modules.size + 2 * quiet, path }
}
