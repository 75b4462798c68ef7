/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { Button, Spinner } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { icon, OutsideIcon } from '#web/components/icons.tsx'
import { useKeys } from './desk-keys.tsx'

/** Multiples of the size that fits the frame. */
const zooms = [1, 1.5, 2, 3, 4, 6] as const

/** The zoom and turn of a document, changed by buttons and keys. */
type Look = ReturnType<typeof useZoomAndTurn>

/** Starts again with each file. */
export function useZoomAndTurn(file: string | null, keysOn: boolean) {
  const initial = { file, step: 0, turn: 0 }
  const [latest, setLook] = useState(initial)
  const look = latest.file === file ? latest : initial
  const zoomBy = (steps: number) =>
    setLook({ ...look, step: Math.min(zooms.length - 1, Math.max(0, look.step + steps)) })
  const view = {
    zoom: zooms[look.step] ?? 1,
    /** Quarter turns to the right. */
    turn: look.turn,
    zoomIn: () => zoomBy(1),
    zoomOut: () => zoomBy(-1),
    turnRight: () => setLook({ ...look, turn: (look.turn + 1) % 4 }),
    fit: () => setLook(initial),
  }
  useKeys({ '+': view.zoomIn, '=': view.zoomIn, '-': view.zoomOut, '0': view.fit, t: view.turnRight }, keysOn)
  return view
}

interface DocumentViewerProps {
  /** Says what it is and whose, for screen readers. */
  label: string
  src: string
  look: Look
}

export const DocumentViewer = ({ label, src, look }: DocumentViewerProps) => (
  <>
    <ViewTools look={look} src={src} />
    <DocumentFrame label={label} src={src} look={look} />
  </>
)

const ZoomInIcon = icon(<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5M11 8v6m-3-3h6" />)
const ZoomOutIcon = icon(<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5M8 11h6" />)
const TurnIcon = icon(<path d="M19 5v5h-5m4.6 0A7.5 7.5 0 1 0 19.5 14" />)

function ViewTools({ look, src }: { look: Look; src: string }) {
  return (
    <div className="flex flex-none flex-wrap items-center gap-1 border-b border-line px-2 py-1">
      <Tool label="Zoom out" keys="-" onPress={look.zoomOut} disabled={look.zoom === 1}>
        <ZoomOutIcon />
      </Tool>
      <button
        type="button"
        title="Fit (0)"
        aria-label={`${look.zoom * 100} %, fit to the frame`}
        aria-keyshortcuts="0"
        onClick={look.fit}
        className="min-h-11 min-w-16 rounded-field px-2 font-semibold tabular-nums hover:bg-navy-soft"
      >
        {look.zoom === 1 ? 'Fit' : `${look.zoom * 100} %`}
      </button>
      <Tool label="Zoom in" keys="+" onPress={look.zoomIn}>
        <ZoomInIcon />
      </Tool>
      <Tool label="Turn" keys="T" onPress={look.turnRight}>
        <TurnIcon />
      </Tool>
      <a
        href={src}
        target="_blank"
        rel="noopener"
        className={classes(buttonClass('quiet', 'small'), 'ml-auto whitespace-nowrap')}
      >
        <span className="max-sm:sr-only">Open in a new tab</span>
        <OutsideIcon className="size-5" />
      </a>
    </div>
  )
}

interface ToolProps {
  label: string
  keys: string
  onPress: () => void
  disabled?: boolean
  children: React.ReactNode
}

function Tool({ label, keys, onPress, disabled = false, children }: ToolProps) {
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={label}
      title={`${label} (${keys})`}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </Button>
  )
}

interface Size {
  width: number
  height: number
}

/** The document as large as the frame allows; zoomed in, it is moved by finger, mouse or arrow keys. */
function DocumentFrame({ label, src, look }: DocumentViewerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const room = useSizeOf(frame)
  const [picture, setPicture] = useState<Size | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  const drag = useDragToScroll(frame)
  const known = picture === 'failed' ? null : picture
  const size = known && room ? shownSize(known, room, look) : null

  return (
    <div
      ref={frame}
      role="region"
      aria-label={label}
      aria-busy={picture === null}
      tabIndex={0}
      {...drag}
      className="relative grid min-h-0 flex-1 place-items-center-safe overflow-auto overscroll-contain rounded-b-card bg-navy/90 bg-[repeating-linear-gradient(135deg,transparent_0_12px,rgb(255_255_255/0.02)_12px_24px)] -outline-offset-4 outline-gold-2"
      style={{ cursor: look.zoom > 1 ? 'grab' : 'default' }}
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
        <div className="relative flex-none" style={size ? { width: size.box.width, height: size.box.height } : {}}>
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
              size
                ? {
                    width: size.image.width,
                    height: size.image.height,
                    transform: `translate(-50%, -50%) rotate(${look.turn * 90}deg)`,
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

/** A turned picture is fitted by its other side. A small one is enlarged at most twice. */
function shownSize(picture: Size, room: Size, { zoom, turn }: Look) {
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
    // Measures the outer size: a scroll bar changes the inner one, and then both would change again and again.
    const measure = () => setSize({ width: measured.offsetWidth, height: measured.offsetHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** A mouse drags the picture; fingers scroll it without this. */
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
