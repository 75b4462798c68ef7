import { useState, type PointerEvent, type RefObject } from 'react'

interface Drag {
  from: number
  to: number
  /** How far the finger has moved. */
  by: number
  /** The height that the others make room for, with the gap. */
  room: number
}

/** Dragging one row of a list by its handle, with finger, pen or mouse. Rows keep their place in the document until it is let go. */
export function useDragOrder(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)

  function start(event: PointerEvent<HTMLElement>, from: number) {
    if (event.button !== 0 || !list.current) return
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect())
    const grabbed = rows[from]
    if (!grabbed) return
    const next = rows[from + 1] ?? rows[from - 1]
    const gap = next
      ? Math.max(0, Math.abs(next.top - grabbed.top) - (next.top > grabbed.top ? grabbed : next).height)
      : 0
    const handle: HTMLElement = event.currentTarget
    const startY = event.clientY
    const centre = grabbed.top + grabbed.height / 2
    let latest: Drag = { from, to: from, by: 0, room: grabbed.height + gap }
    handle.setPointerCapture(event.pointerId)
    setDrag(latest)

    const stop = new AbortController()
    handle.addEventListener(
      'pointermove',
      ({ clientY }) => {
        const by = clientY - startY
        const above = rows.filter(({ top, height }, place) => place !== from && top + height / 2 < centre + by).length
        latest = { ...latest, by, to: above }
        setDrag(latest)
      },
      { signal: stop.signal },
    )
    const end = (dropped: boolean) => {
      stop.abort()
      setDrag(null)
      if (dropped && latest.to !== from) onDrop(from, latest.to)
    }
    handle.addEventListener('pointerup', () => end(true), { signal: stop.signal })
    handle.addEventListener('pointercancel', () => end(false), { signal: stop.signal })
  }

  /** Where a row is drawn while another one, or itself, is being dragged. */
  function shiftOf(place: number): number {
    if (!drag) return 0
    if (place === drag.from) return drag.by
    if (drag.from < place && place <= drag.to) return -drag.room
    return drag.to <= place && place < drag.from ? drag.room : 0
  }

  return { start, shiftOf, dragged: drag?.from ?? null }
}
