/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { Button } from '#web/components/button.tsx'
import { Spinner } from '#web/components/spinner.tsx'
import type { DocumentView } from '#web/members/approval/use-document-view.ts'

interface Size {
  width: number
  height: number
}

interface DocumentFrameProps {
  /** What it is and whose, for those who listen. */
  label: string
  src: string
  view: DocumentView
}

/** The document as large as the frame allows; zoomed in, it is moved by finger, mouse or arrow keys. */
export function DocumentFrame({ label, src, view }: DocumentFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const room = useSizeOf(frame)
  const [picture, setPicture] = useState<Size | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  const drag = useDragToScroll(frame)
  const known = picture === 'failed' ? null : picture
  const shown = known && room ? shownSize(known, room, view) : null

  return (
    <div
      ref={frame}
      role="region"
      aria-label={label}
      aria-busy={picture === null}
      tabIndex={0}
      {...drag}
      className="relative grid min-h-0 flex-1 place-items-center-safe overflow-auto overscroll-contain rounded-b-card bg-navy/90 bg-[repeating-linear-gradient(135deg,transparent_0_12px,rgb(255_255_255/0.02)_12px_24px)] -outline-offset-4 outline-gold-2"
      style={{ cursor: view.zoom > 1 ? 'grab' : 'default' }}
    >
      {picture === null && <Spinner className="absolute size-8 text-white" />}
      {picture === 'failed' ? (
        <div className="grid justify-items-center gap-3 p-6 text-center text-white" role="alert">
          <p>This document could not be loaded.</p>
          <Button
            look="outline"
            size="small"
            onClick={() => {
              setPicture(null)
              setTries(tries + 1)
            }}
          >
            Try again
          </Button>
        </div>
      ) : (
        <div className="relative flex-none" style={shown ? { width: shown.box.width, height: shown.box.height } : {}}>
          <img
            key={tries}
            src={src}
            alt={label}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setPicture({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => setPicture('failed')}
            className="absolute top-1/2 left-1/2 max-w-none bg-white"
            style={
              shown
                ? {
                    width: shown.image.width,
                    height: shown.image.height,
                    transform: `translate(-50%, -50%) rotate(${view.turn * 90}deg)`,
                  }
                : { visibility: 'hidden' }
            }
          />
        </div>
      )}
    </div>
  )
}

const margin = 24

/** A turned picture fits by its other side; a small one is not blown up more than twice. */
function shownSize(picture: Size, room: Size, { zoom, turn }: DocumentView) {
  const isTurned = turn % 2 === 1
  const upright = isTurned ? { width: picture.height, height: picture.width } : picture
  const fits = Math.min((room.width - margin) / upright.width, (room.height - margin) / upright.height, 2)
  const scale = Math.max(fits, 0.01) * zoom
  const image = { width: picture.width * scale, height: picture.height * scale }
  return { image, box: { width: upright.width * scale, height: upright.height * scale } }
}

function useSizeOf(element: React.RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const measured = element.current
    if (!measured) return
    // The outer size: the inner one changes when a scroll bar comes, which would make it go again.
    const measure = () => setSize({ width: measured.offsetWidth, height: measured.offsetHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** With a mouse the picture is pulled; fingers scroll by themselves. */
function useDragToScroll(element: React.RefObject<HTMLElement | null>) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'mouse' || event.button !== 0 || event.target instanceof HTMLButtonElement) return
      from.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!from.current) return
      element.current?.scrollBy({
        left: from.current.x - event.clientX,
        top: from.current.y - event.clientY,
        behavior: 'instant',
      })
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp() {
      from.current = null
    },
    onPointerCancel() {
      from.current = null
    },
  }
}
