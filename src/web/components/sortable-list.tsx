import { useLayoutEffect, useRef, useState, type ReactNode, type PointerEvent, type RefObject } from 'react'
import { buttonClass, classes } from './classes.ts'
import { DownIcon, GripIcon, UpIcon } from './icons.tsx'

interface SortableListProps<Item extends { id: string }> {
  label: string
  items: readonly Item[]
  nameOf: (item: Item) => string
  onOrder: (ids: string[]) => void
  /** The row beside the handle. */
  children: (item: Item) => ReactNode
  /** Buttons after those that move the row. */
  renderActions: (item: Item) => ReactNode
}

/** A list sorted by dragging, by its buttons, or by the arrow keys on a handle. */
export function SortableList<Item extends { id: string }>(props: SortableListProps<Item>) {
  const { label, items, nameOf, onOrder, children, renderActions } = props
  const list = useRef<HTMLOListElement>(null)
  const [movedId, setMovedId] = useState('')
  const refocus = useRef<HTMLElement | null>(null)

  // A row that moves in the document loses the focus.
  useLayoutEffect(() => {
    refocus.current?.focus({ preventScroll: true })
    refocus.current?.scrollIntoView({ block: 'nearest' })
    refocus.current = null
  }, [items])

  function move(from: number, to: number, pressed: HTMLElement | null = null) {
    const ids = items.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    if (moved === undefined || to < 0 || to > ids.length) return
    ids.splice(to, 0, moved)
    refocus.current = pressed
    setMovedId(moved)
    onOrder(ids)
  }

  const { start, shiftOf, dragged } = useDragOrder(list, move)
  // Where it is in the end, also if the new order was not saved.
  const movedTo = items.findIndex(({ id }) => id === movedId)
  const iconButton = buttonClass('outline', 'icon')
  return (
    <>
      <ol ref={list} aria-label={label} className="grid gap-3">
        {items.map((item, place) => (
          <li
            key={item.id}
            style={{ translate: `0 ${shiftOf(place)}px` }}
            className={classes(
              'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-field border border-line bg-white p-2 pr-3',
              dragged === place && 'relative z-10 border-navy-3 shadow-float',
              dragged !== null && dragged !== place && 'transition-[translate] duration-150',
            )}
          >
            <button
              type="button"
              aria-label={`Move ${nameOf(item)}: drag, or use the up and down arrow keys`}
              className="grid size-11 flex-none cursor-grab touch-none place-items-center rounded-field text-muted select-none hover:bg-navy-soft active:cursor-grabbing"
              onPointerDown={(event) => start(event, place)}
              onKeyDown={(event) => {
                const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                if (!step) return
                event.preventDefault()
                move(place, place + step, event.currentTarget)
              }}
            >
              <GripIcon className="size-6" />
            </button>
            <div className="min-w-40 flex-1">{children(item)}</div>
            <div className="ml-auto flex flex-wrap gap-2">
              <button
                type="button"
                aria-label={`Move ${nameOf(item)} up`}
                aria-disabled={place === 0 || undefined}
                className={iconButton}
                onClick={(event) => move(place, place - 1, event.currentTarget)}
              >
                <UpIcon />
              </button>
              <button
                type="button"
                aria-label={`Move ${nameOf(item)} down`}
                aria-disabled={place === items.length - 1 || undefined}
                className={iconButton}
                onClick={(event) => move(place, place + 1, event.currentTarget)}
              >
                <DownIcon />
              </button>
              {renderActions(item)}
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {movedTo >= 0 && `${nameOf(items[movedTo] as Item)} is now number ${movedTo + 1} of ${items.length}.`}
      </p>
    </>
  )
}

interface Drag {
  from: number
  to: number
  /** How far the finger has moved. */
  by: number
  /** The height the others make room for, including the gap. */
  room: number
}

/** Drags one row of a list by its handle, with finger, pen or mouse. Rows keep their place in the document until it is released. */
function useDragOrder(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
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

  /** Where a row is drawn while it or another one is being dragged. */
  function shiftOf(place: number): number {
    if (!drag) return 0
    if (place === drag.from) return drag.by
    if (drag.from < place && place <= drag.to) return -drag.room
    return drag.to <= place && place < drag.from ? drag.room : 0
  }

  return { start, shiftOf, dragged: drag?.from ?? null }
}
