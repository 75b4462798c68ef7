import { useEffect, useRef, useState, type ReactNode } from 'react'

/**
 * A part of the website as it will look on a screen like this one, made smaller. It is as wide as the window inside,
 * because the site's own styles ask for the width of the window.
 */
export function PreviewFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null)
  const [size, setSize] = useState<{ width: number; zoom: number } | null>(null)

  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: window.innerWidth, zoom: entry.contentRect.width / window.innerWidth })
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])

  return (
    <figure ref={frame} aria-label={label} className="overflow-hidden rounded-field border border-line bg-paper">
      {size && (
        <div inert style={size}>
          {children}
        </div>
      )}
    </figure>
  )
}
