/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */
import { Tabs } from '@base-ui/react/tabs'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import type { MemberFileKind } from '#shared/members/files.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { AlertIcon, FileIcon, icon, OutsideIcon } from '#web/components/icons.tsx'
import type { Member } from '#web/members/api.ts'
import type { Applicant } from './desk.ts'
import { KeyCap, useKeys } from './keys.tsx'

/** In the order of their keys, 1 to 5. */
const documents = [
  { kind: 'commissionDocument', label: 'Commission', missing: '(Document Missing)' },
  { kind: 'paymentProof', label: 'Payment proof', missing: '(Payment Proof Missing)' },
  { kind: 'signature', label: 'Signature', missing: '(Signature Missing)' },
  { kind: 'profilePicture', label: '2x2', missing: '(2x2 Picture Missing)' },
  { kind: 'photoUpload', label: 'Photo', missing: '(Photo Missing)' },
] as const satisfies readonly { kind: MemberFileKind; label: string; missing: string }[]

type Document = (typeof documents)[number]

/** Times the size that fits the frame. */
const zooms = [1, 1.5, 2, 3, 4, 6] as const

/** Which document is open, and how it is looked at, by button and by key. */
export type DocumentView = ReturnType<typeof useDocumentView>

interface Viewed {
  member: Member | undefined
  applicant: Applicant | null | undefined
}

export function useDocumentView(id: string, { member, applicant }: Viewed, keysOn: boolean) {
  // Stays from one applicant to the next, for those who go through the payments of all; but first what was sent anew.
  const [opened, setOpened] = useState<{ of: string | null; document: Document }>({ of: null, document: documents[0] })
  const sentAnew = applicant ? sentAgain(applicant) : undefined
  const open = (opened.of !== id && sentAnew) || opened.document
  // How it is looked at begins anew with each document.
  const file = member?.[open.kind] ?? null
  const fresh = { file, step: 0, turn: 0 }
  const [kept, setLook] = useState(fresh)
  const look = kept.file === file ? kept : fresh
  const zoomBy = (steps: number) =>
    setLook({ ...look, step: Math.min(zooms.length - 1, Math.max(0, look.step + steps)) })
  const view = {
    document: open,
    zoom: zooms[look.step] ?? 1,
    /** Quarter turns to the right. */
    turn: look.turn,
    open: (document: Document) => setOpened({ of: id, document }),
    zoomIn: () => zoomBy(1),
    zoomOut: () => zoomBy(-1),
    turnRight: () => setLook({ ...look, turn: (look.turn + 1) % 4 }),
    fit: () => setLook(fresh),
  }
  useKeys(
    {
      ...Object.fromEntries(documents.map((document, place) => [String(place + 1), () => view.open(document)])),
      '+': view.zoomIn,
      '=': view.zoomIn,
      '-': view.zoomOut,
      '0': view.fit,
      t: view.turnRight,
    },
    keysOn,
  )
  return view
}

/** The document that a corrected application is about. */
const sentAgain = ({ application: { correctedAt, items } }: Applicant) =>
  correctedAt === null ? undefined : documents.find(({ kind }) => items.includes(kind))

interface DocumentsPaneProps {
  member: Member
  name: string
  view: DocumentView
}

/** One document at a time: each opening of one is written down, so none is opened that nobody looks at. */
export function DocumentsPane({ member, name, view }: DocumentsPaneProps) {
  const { kind, label, missing } = view.document
  const id = member[kind]
  return (
    <section aria-label="Documents" className="flex min-h-0 min-w-0 flex-col">
      <DocumentTabs member={member} view={view} />
      <div
        role="tabpanel"
        aria-label={label}
        className="flex min-h-[24rem] flex-1 flex-col rounded-b-card border border-line bg-card shadow-card lg:min-h-0"
      >
        {id === null ? (
          <div className="grid flex-1 place-content-center justify-items-center gap-3 p-8 text-center text-red">
            <FileIcon className="size-12 opacity-70" />
            <p className="display text-2xl">{missing}</p>
          </div>
        ) : (
          <>
            <ViewTools view={view} src={`/api/files/${id}`} />
            <DocumentFrame key={id} label={`${label} of ${name}`} src={`/api/files/${id}`} view={view} />
          </>
        )}
      </div>
    </section>
  )
}

/** Left and right keys move between the documents. */
function DocumentTabs({ member, view }: Pick<DocumentsPaneProps, 'member' | 'view'>) {
  return (
    <Tabs.Root
      value={view.document.kind}
      onValueChange={(kind) => view.open(documents.find((one) => one.kind === kind) ?? view.document)}
      className="min-w-0"
    >
      <Tabs.List
        aria-label="Documents"
        className="relative flex flex-wrap gap-px overflow-hidden rounded-t-card border border-b-0 border-line bg-line"
      >
        {documents.map(({ kind, label }, place) => (
          <Tabs.Tab
            key={kind}
            value={kind}
            className="flex min-h-12 flex-1 items-center justify-center gap-1 bg-card px-1.5 text-[0.9375rem] font-semibold text-muted lg:whitespace-nowrap -outline-offset-4 hover:text-ink data-active:bg-navy data-active:text-white data-active:outline-gold-2 [&[data-active]_kbd]:border-white/50 [&[data-active]_kbd]:text-white"
          >
            {member[kind] === null && <span className="sr-only">Missing: </span>}
            {label}
            {member[kind] === null ? (
              <AlertIcon className="size-4.5 flex-none text-red in-data-active:text-white" />
            ) : (
              // Where the row would not hold them, the names of the documents come first.
              <span className="contents max-2xl:hidden">
                <KeyCap>{String(place + 1)}</KeyCap>
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs.Root>
  )
}

const ZoomInIcon = icon(<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5M11 8v6m-3-3h6" />)
const ZoomOutIcon = icon(<path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5M8 11h6" />)
const TurnIcon = icon(<path d="M19 5v5h-5m4.6 0A7.5 7.5 0 1 0 19.5 14" />)

function ViewTools({ view, src }: { view: DocumentView; src: string }) {
  return (
    <div className="flex flex-none flex-wrap items-center gap-1 border-b border-line px-2 py-1">
      <Tool label="Zoom out" keys="-" onPress={view.zoomOut} disabled={view.zoom === 1}>
        <ZoomOutIcon />
      </Tool>
      <button
        type="button"
        title="Fit (0)"
        aria-label={`${view.zoom * 100} %, fit to the frame`}
        aria-keyshortcuts="0"
        onClick={view.fit}
        className="min-h-11 min-w-16 rounded-field px-2 font-semibold tabular-nums hover:bg-navy-soft"
      >
        {view.zoom === 1 ? 'Fit' : `${view.zoom * 100} %`}
      </button>
      <Tool label="Zoom in" keys="+" onPress={view.zoomIn}>
        <ZoomInIcon />
      </Tool>
      <Tool label="Turn" keys="T" onPress={view.turnRight}>
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

interface DocumentFrameProps {
  /** What it is and whose, for those who listen. */
  label: string
  src: string
  view: DocumentView
}

/** The document as large as the frame allows; zoomed in, it is moved by finger, mouse or arrow keys. */
function DocumentFrame({ label, src, view }: DocumentFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const room = useSizeOf(frame)
  const [picture, setPicture] = useState<Size | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  const drag = useDragToScroll(frame)
  const known = picture === 'failed' ? null : picture
  const size = known && room ? shownSize(known, room, view) : null

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
